/** Explains a failed connection to the database for operators: target, error, and the fix. */
import { statfsSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

/**
 * Errors by code or message, with the fix; the first match applies. PgBouncer reports nearly all refusals as 08P01.
 */
const WAYS: readonly (readonly [RegExp, string])[] = [
  [
    /unsupported startup parameter/,
    'The pooler takes no such parameter: take it out of DATABASE_URL, or name it in ignore_startup_parameters of PgBouncer.',
  ],
  [
    /no more connections allowed|^53300/,
    'Its connections are used up: raise max_connections (max_client_conn of a pooler), or run fewer processes.',
  ],
  [/timeout exceeded when trying to connect/, 'All connections of this process were busy for that long.'],
  [/query_wait_timeout/, 'All connections of the pooler were busy for that long: raise its default_pool_size.'],
  [
    /server login|cannot connect to server|server_login_retry/,
    'The pooler is there, its server is not: see the log of the pooler.',
  ],
  [/^3D000|no such database|does not exist/, 'Make the database and its role, or correct their names in DATABASE_URL.'],
  [
    /no pg_hba\.conf entry|^28000/,
    'The server lets nobody in from here so: add a line to its pg_hba.conf; where it says "no encryption", add ?sslmode=verify-full to DATABASE_URL.',
  ],
  [
    /^28P01|authentication failed|password must be a string|no password|no such user|wrong password/i,
    'Correct user and password in DATABASE_URL; special characters of a password are written as %XX.',
  ],
  [
    /does not support SSL/,
    'Have the server speak TLS, or take sslmode out of DATABASE_URL where the network between is yours.',
  ],
  [
    /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME|certificate/,
    'Name the certificate of its authority with ?sslmode=verify-full&sslrootcert=FILE in DATABASE_URL; the host must be the one in the certificate.',
  ],
  [/^57P0[13]|starting up|shutting down/, 'The server starts or stops: try again in a moment.'],
  [/^ECONNREFUSED/, 'Nothing listens there: start the server, or correct host and port of DATABASE_URL.'],
  [/^ENOENT/, 'There is no such socket: start the server, or correct the host of DATABASE_URL.'],
  [/^(ENOTFOUND|EAI_AGAIN)/, 'Nobody knows a host of that name: correct it in DATABASE_URL.'],
  [
    /does not answer/,
    'The server, or the pooler before it, stands still: look at its process and its log, and start it anew where it hangs.',
  ],
  [
    /^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)|timeout/i,
    'No answer came: look whether host and port are right and no firewall is between.',
  ],
];

interface Said {
  readonly code?: string;
  readonly message?: string;
  /** The errors of each address of a host. */
  readonly errors?: readonly Said[];
}

const saidBy = ({ code, message, errors }: Said): string =>
  message || errors?.map((error) => saidBy(error)).join(', ') || code || 'no reason was given';

/** How the embedded database is reached. */
export interface EmbeddedConfig extends pg.ClientConfig {
  readonly dataDir: string;
}

/** With less free space than one WAL segment PostgreSQL stops. */
const SEGMENT_BYTES = 16 * 1024 * 1024;

const isFull = (folder: string): boolean => {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < SEGMENT_BYTES;
  } catch {
    return false;
  }
};

/** Advice where the embedded database does not answer; settings of DATABASE_URL do not matter. */
const embeddedWay = (dataDir: string): string =>
  isFull(dataDir)
    ? `The disk of DATA_DIR ${dataDir} is full: make room there.`
    : `The embedded database starts, stops, or cannot start: its log is ${join(dataDir, 'postgres.log')}.`;

/** There is no connection; the message never holds a password. */
export class NoConnection extends Error {
  constructor(config: pg.ClientConfig & Partial<EmbeddedConfig>, cause: unknown) {
    const { host, port, database, user } = new pg.Client(config);
    const said = saidBy(cause as Said);
    const forServer = WAYS.find(([pattern]) => pattern.test(`${(cause as Said).code ?? ''} ${said}`.trimStart()))?.[1];
    const way = config.dataDir === undefined ? forServer : embeddedWay(config.dataDir);
    const place = host.startsWith('/') ? host : `${host}:${port}`;
    // An address may leave both out; then they are those of the account, which may have no name either.
    const sourceOf = `database ${database ?? 'not named'}, user ${user ?? 'not named'}`;
    super(`No connection to ${place} (${sourceOf}): ${said.replace(/\.?$/, '.')}${way ? ` ${way}` : ''}`, {
      cause,
    });
  }
}

/** Waits for a connection. @throws NoConnection */
export const describeTarget = async <T>(config: pg.ClientConfig, connection: Promise<T>): Promise<T> => {
  try {
    return await connection;
  } catch (cause) {
    throw new NoConnection(config, cause);
  }
};

/** Timeout of a connection attempt. */
export const CONNECT_MS = 10_000;

/** Connects a client. @throws NoConnection, also for a server that accepts the connection and does not answer */
export const connected = (config: pg.ClientConfig, client: pg.Client): Promise<unknown> => {
  let accepted = false;
  client.connection.once('connect', () => {
    accepted = true;
  });
  const connecting = client.connect().catch((cause: Error) => {
    if (!accepted || !/^timeout/.test(cause.message)) throw cause;
    throw new Error('the server accepts connections and does not answer', { cause });
  });
  return describeTarget(config, connecting);
};
