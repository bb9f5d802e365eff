/**
 * npm runs a script through a shell and sends signals only to that shell. In the script `start` the service replaces
 * the shell; for `kill -9` of npm, and for other scripts, the service checks whether its parent still runs.
 */

const EVERY_MS = 250;

/** Whether an npm script started this process in the foreground; a background process should outlive npm. */
const isOurs = (script: string): boolean => script.includes('broker-crm') && !/&\s*$/.test(script);

/**
 * Calls `onEnd` once when npm, or the shell of its script, has ended. Does nothing if npm did not start the service,
 * and on Windows, where the parent id of a process survives the parent. Does not prevent the exit of the process.
 * @param script the script of npm, `npm_lifecycle_script`
 */
export const watchNpmParent = (script: string | undefined, onEnd: () => void): void => {
  if (script === undefined || !isOurs(script)) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onEnd();
  }, EVERY_MS);
  timer.unref();
};
