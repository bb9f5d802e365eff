/** An organisation, a token and perhaps a webhook for a run, made with the operator's command. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Runs the command and returns its printed JSON. @throws where its exit code is not 0 */
export const commandOf =
  (program: string, env: Readonly<Record<string, string>>) =>
  async (...args: string[]) => {
    const { stdout } = await execute(process.execPath, [program, ...args, '--json'], {
      env: { PATH: process.env.PATH ?? '', ...env },
      maxBuffer: 1 << 28,
    });
    return JSON.parse(stdout);
  };

export type Command = ReturnType<typeof commandOf>;

/** Inputs of a run. */
export interface Prepared {
  readonly orgId: number;
  readonly token: string;
  /** Where the change feed stood. */
  readonly cursor: string;
}

/** @param hook where deliveries of all events go, if anywhere; it must answer already */
export const prepare = async (command: Command, hook: string | null): Promise<Prepared> => {
  const plan = ['api_requests_per_minute', 'webhook_deliveries_per_minute'].flatMap((name) => [
    '--plan',
    `${name}=100000000`,
  ]);
  const { org_id } = await command(
    'org',
    'create',
    '--name',
    'Absturz',
    '--admin-email',
    'absturz@example.com',
    ...plan,
  );
  const org = ['--org', String(org_id)];
  const { token } = await command('token', 'create', ...org, '--name', 'Absturz', '--scopes', 'all');
  if (hook !== null) {
    const { webhook_id } = await command('webhook', 'create', ...org, '--url', hook, '--events', 'all');
    await command('webhook', 'test', String(webhook_id));
    await command('webhook', 'activate', String(webhook_id));
  }
  const { next } = await command('changes', ...org);
  return { orgId: org_id, cursor: next, token };
};
