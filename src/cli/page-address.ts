/** Where browsers reach the service, as far as its settings say it. */
import type { Config } from '../config.ts';

/** A service that listens on all addresses is reached on this one; none can be called by the name of all. */
const OF_ALL = { '0.0.0.0': '127.0.0.1', '::': '::1' } as const;

const callable = (host: string): string => OF_ALL[host as keyof typeof OF_ALL] ?? host;

/** PUBLIC_URL, or the address that HOST and PORT give, encrypted where the service itself does that. */
export const pageAddress = ({
  publicUrl,
  host,
  port,
  tlsCert,
}: Pick<Config, 'publicUrl' | 'host' | 'port' | 'tlsCert'>): string => {
  const name = callable(host.split('%', 1)[0] ?? '');
  return publicUrl || `http${tlsCert ? 's' : ''}://${name.includes(':') ? `[${name}]` : name}:${port}`;
};
