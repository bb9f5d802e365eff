/** The operator's command, run in this process on the database of a test. */
import { inject, vi } from 'vitest';
import { runCommand } from '../../src/cli/program.ts';
import { withSecretsKey } from './secrets-key.ts';
import { asCommand } from './sent-statements.ts';
import { refuseSessionZone } from './session-zone.ts';
import { heardApart } from './split-heartbeats.ts';

/** Result of a command. */
export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Number of progress lines, which are removed from `stderr`. */
  readonly heard: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of any shape
  readonly json: any;
}

/**
 * @param env settings, DATABASE_URL among them; the command is run with `--json`. Without a DATA_DIR it has one of the tests: that of the
 * checkout may be in use, with a key of its own
 */
export const commandOn =
  (env: Readonly<Record<string, string>>) =>
  async (...args: string[]): Promise<Ran> => {
    const settings = { DATA_DIR: `${inject('files')}-commands`, ...env };
    const out: string[] = [];
    const err: string[] = [];
    const spies = [
      vi.spyOn(process.stdout, 'write').mockImplementation((text) => out.push(String(text)) > 0),
      vi.spyOn(process.stderr, 'write').mockImplementation((text) => err.push(String(text)) > 0),
    ];
    try {
      const line = [...args, '--json'];
      const code = await asCommand(() => runCommand(line, withSecretsKey(settings), async () => undefined));
      const stdout = out.join('');
      refuseSessionZone(args.join(' '), stdout);
      return {
        code,
        stdout,
        ...heardApart(err.join('')),
        get json() {
          return stdout ? JSON.parse(stdout) : undefined;
        },
      };
    } finally {
      for (const spy of spies) spy.mockRestore();
      process.exitCode = undefined;
    }
  };
