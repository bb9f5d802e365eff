/** A service in a folder of its own that is to be killed, with an organisation and its token. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort, PROGRAM } from '../support/process.ts';
import { commandOf, type Prepared, prepare } from './prepare.ts';
import { createService, type Service } from './service.ts';

export interface SetUp {
  readonly service: Service;
  readonly dataDir: string;
  readonly address: string;
  /** The operator's command on it. */
  readonly command: ReturnType<typeof commandOf>;
  /** Starts and prepares the service. @param hook address of the webhook */
  begin(hook: string | null): Promise<Prepared>;
}

/** @param ended called for a service that ended without a kill */
export const setUp = async (folder: string, ended: (what: string) => void): Promise<SetUp> => {
  const dataDir = join(folder, 'data');
  await mkdir(dataDir, { recursive: true });
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const env = { DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'error', WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' };
  const log = join(folder, 'service.log');
  const service = createService({ env, dataDir, address, log, ended });
  const command = commandOf(PROGRAM, env);
  const begin = async (hook: string | null): Promise<Prepared> => {
    await service.start('nothing');
    const prepared = await prepare(command, hook);
    service.readWith(prepared.token);
    return prepared;
  };
  return { service, dataDir, address, command, begin };
};
