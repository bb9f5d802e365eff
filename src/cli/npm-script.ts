/**
 * npm runs a script through a shell and passes signals on to that shell alone. The script `start` has the shell replaced by
 * the service; for `kill -9` of npm, and for other scripts, the service looks whether who started it is still there.
 */

const EVERY_MS = 250;

/** Whether npm's script is what starts us, and in the foreground: what it sends to the background is meant to outlive it. */
const isOurs = (script: string): boolean => script.includes('broker-crm') && !/&\s*$/.test(script);

/**
 * Calls `onEnd` once when npm, or the shell of its script, has ended. Does nothing where npm did not start the service, and on
 * Windows, where a process keeps the number of a parent that ended. Keeps no process alive.
 * @param script what npm runs, `npm_lifecycle_script`
 */
export const watchNpm = (script: string | undefined, onEnd: () => void): void => {
  if (script === undefined || !isOurs(script)) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onEnd();
  }, EVERY_MS);
  timer.unref();
};
