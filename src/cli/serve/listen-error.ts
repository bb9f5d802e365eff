/** Addresses that the service cannot listen on. */
import { createServer } from 'node:net';
import type { Config } from '../../config/config.ts';
import { CliError } from '../terminal/cli-error.ts';

/** The refusal for an address that cannot be listened on. */
export const listenError = (config: Config, error: unknown): unknown => {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return new CliError(
      'port',
      `PORT ${config.port} on ${config.host} is in use; stop what uses it or set another PORT.`,
    );
  if (code === 'EACCES')
    return new CliError('port', `PORT ${config.port} may not be used by this account; set a PORT above 1023.`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new CliError('host', `HOST ${config.host} is no address of this machine.`);
  return error;
};

/** @throws CliError where the port is in use: access data is created by a start that can show it */
export const requirePort = (config: Config): Promise<void> =>
  new Promise((resolve, reject) => {
    const tried = createServer((socket) => socket.destroy());
    tried.once('error', (error) => reject(listenError(config, error)));
    tried.listen({ host: config.host, port: config.port }, () => tried.close(() => resolve()));
  });
