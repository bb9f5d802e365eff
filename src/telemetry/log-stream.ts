/**
 * Log lines on their way to stderr. Its disk may be full, its terminal closed or its reader blocked: no request waits
 * for that, and the service does not end.
 */
import { pino } from 'pino';

/** Maximum characters that wait for the output; further lines are lost. */
const MOST_WAITING = 1_000_000;
/** As often it is tried again: a pipe takes 64 KB at a time. */
const AGAIN_MS = 50;

/** Takes text, whole lines of it. */
interface Output {
  write(text: string): void;
}

/** Opens stderr. @param lost called with the number of lost lines once lines can be written again */
export const openLogStream = (lost: (lines: number) => void): Output => {
  // Node.js's own stream of a pipe or a socket is one whose writes do not wait: from then on neither do ours.
  const { fd } = process.stderr;
  const output = pino.destination({ dest: fd, sync: true, maxLength: MOST_WAITING, retryEAGAIN: () => false });
  let lines = 0;
  let timer: NodeJS.Timeout | undefined;
  const again = (): void => {
    timer = undefined;
    output.write('');
    if (timer || !lines) return;
    const before = lines;
    lines = 0;
    lost(before);
  };
  output.on('error', () => {
    timer ??= setTimeout(again, AGAIN_MS).unref();
  });
  output.on('drop', (text: string) => {
    lines += text.split('\n').length - 1;
  });
  return output;
};
