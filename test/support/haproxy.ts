/** Debian's HAProxy with the configurations of docs/examples: `apt-get install haproxy`. */
import { join } from 'node:path';
import { startExample } from './example.ts';

/** Starts it with an example, whose addresses give way to those of a test. @throws where it does not have one of them */
export const startHaproxy = (example: string, addresses: Readonly<Record<string, string>>) =>
  startExample(
    'haproxy',
    join('examples', example),
    Object.fromEntries(Object.entries(addresses).map(([from, to]) => [` ${from}\n`, ` ${to}\n`])),
    (folder) => ['-db', '-f', join(folder, example)],
  );
