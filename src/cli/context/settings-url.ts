/** Where browsers reach the service, as far as its settings say it. */
import type { Config } from '../../config/config.ts';
import { lookupTable } from '../../shared/lookup-table.ts';

/** A service that listens on all addresses is reached on this one; none can be called by the name of all. */
const OF_ALL: Readonly<Record<string, string>> = lookupTable({ '0.0.0.0': '127.0.0.1', '::': '::1' });

/** PUBLIC_URL, or the address that HOST and PORT give, encrypted where the service itself does that. */
export const settingsUrl = ({
  publicUrl,
  host,
  port,
  tlsCert,
}: Pick<Config, 'publicUrl' | 'host' | 'port' | 'tlsCert'>): string => {
  const [named = host] = host.split('%', 1);
  const name = OF_ALL[named] ?? named;
  return publicUrl || `http${tlsCert ? 's' : ''}://${name.includes(':') ? `[${name}]` : name}:${port}`;
};
