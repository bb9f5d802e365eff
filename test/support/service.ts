/** A running service over HTTP on a database of its own, with an organisation and tokens to ask it with. */

import type { AddressInfo } from 'node:net';
import type { ClientConfig } from 'pg';
import { inject } from 'vitest';
import { createToken } from '../../src/access/tokens/manage-tokens.ts';
import { scopeNames } from '../../src/access/tokens/scopes.ts';
import { createOrganisationWithAdmin } from '../../src/cli/context/create-organisation.ts';
import { readConfig } from '../../src/config/config.ts';
import type { Database } from '../../src/db/database.ts';
import { migrate } from '../../src/db/migrations/migrate.ts';
import { readMigrations, stepsOf } from '../../src/db/migrations/migration-files.ts';
import { tableSql } from '../../src/derive/ddl/create-tables.ts';
import { jsonExpression } from '../../src/derive/storage/columns.ts';
import { createService } from '../../src/http/service.ts';
import type { Resource } from '../../src/model/declaration/resource.ts';
import { buildRegistry, declarations, type Registry, registry } from '../../src/model/registry.ts';
import { raw, sql } from '../../src/sql/sql.ts';
import { describedBy } from './openapi-conformance.ts';
import { type TestDatabase, testDatabase } from './postgres.ts';
import { refuseSessionZone } from './session-zone.ts';

/** Response of a call. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of any shape
  readonly body: any;
  readonly text: string;
  /** The machine code, wherever the answer has it. */
  readonly error: string | undefined;
}

/** Asks the service with one token. */
export interface Client {
  readonly token: string;
  readonly tokenId: number;
  get(path: string, headers?: Record<string, string>): Promise<Reply>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
  patch(path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
  delete(path: string, headers?: Record<string, string>): Promise<Reply>;
  send(
    method: string,
    path: string,
    body?: string | Uint8Array | FormData,
    headers?: Record<string, string>,
  ): Promise<Reply>;
}

export interface Organisation {
  readonly orgId: number;
  readonly adminKid: number;
  /** Credentials of the first administrator. */
  readonly login: { readonly email: string; readonly password: string };
  /** A client with these scopes; all by default. */
  client(options?: {
    scopes?: readonly string[];
    userKid?: number;
    expires?: Date;
    addresses?: string[];
  }): Promise<Client>;
}

export interface TestService {
  /** As the role that owns the tables; the service itself may do less. */
  readonly db: Database;
  /** As the service itself. */
  readonly asService: Database;
  /** As the owner. */
  readonly connection: ClientConfig;
  /** As the service itself connects. */
  readonly serviceConnection: ClientConfig;
  readonly address: string;
  /** Errors of its log; `stop` throws where there is one. */
  readonly failures: readonly string[];
  organisation(plan?: Record<string, unknown>, timeZone?: string): Promise<Organisation>;
  /** Asks without a token or with any header. */
  ask(method: string, path: string, headers?: Record<string, string>, body?: string): Promise<Reply>;
  stop(): Promise<void>;
}

const reply = async (response: Response): Promise<Reply> => {
  const text = await response.text();
  let body: unknown = text;
  try {
    body = JSON.parse(text);
  } catch {
    // Not every answer is JSON.
  }
  const data = (body as { data?: { error?: string } } | null)?.data ?? (body as { error?: string } | null);
  return { status: response.status, headers: response.headers, body, text, error: data?.error };
};

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const JSON_TYPE = { 'content-type': 'application/json' };

type Look = (method: string, path: string, sent: unknown, answer: Reply) => void;

const clientOf = (address: string, token: string, tokenId: number, look: Look): Client => {
  const send: Client['send'] = async (method, path, body, headers) => {
    const answer = await reply(
      await fetch(`${address}${path}`, {
        method,
        body: body as string,
        headers: { authorization: `Bearer ${token}`, ...headers },
      }),
    );
    refuseSessionZone(`${method} ${path}`, answer.text);
    look(method, path, body, answer);
    return answer;
  };
  const withBody = (method: string) => (path: string, body?: unknown, headers?: Record<string, string>) =>
    send(method, path, body === undefined ? undefined : JSON.stringify(body), { ...JSON_TYPE, ...headers });
  return {
    token,
    tokenId,
    send,
    get: (path, headers) => send('GET', path, undefined, headers),
    post: withBody('POST'),
    patch: withBody('PATCH'),
    delete: (path, headers) => send('DELETE', path, undefined, headers),
  };
};

let organisations = 0;

/** Rows whose stored JSON differs from the text that PostgreSQL makes of their columns (docs/decisions/0004). */
const printedUnlikeStored = async (db: Database, { resources }: Registry): Promise<string[]> => {
  // Citus prints such a row only where it knows whose it is; one server is asked for those of all at once.
  const whose = async () => {
    const organisations = await db.queryLong<{ id: number }>(sql`select org_id as id from organisation`);
    return organisations.map(({ id }) => sql`t.org_id = ${id}`);
  };
  const looks = inject('nodes').length > 1 ? await whose() : [sql`true`];
  const stored = resources.filter(({ storage: rows }) => rows.stored);
  const unlike: string[] = [];
  // One organisation after the other: reads wait ten seconds for a connection, and there are four.
  for (const theirs of looks) {
    const found = stored.map(async (resource) => {
      const fresh = jsonExpression(resource, 't');
      const section = resource.storage.section ? ` and t.section = '${resource.storage.section}'` : '';
      const rows = await db.queryLong<{ printed: string; fresh: string }>(
        sql`select t.printed, ${fresh} as fresh from ${raw(resource.table)} t where ${theirs} and t.printed is distinct from ${fresh}${raw(section)} limit 3`,
      );
      return rows.map((row) => `${resource.path}: ${row.printed} is stored, ${row.fresh} is printed`);
    });
    unlike.push(...(await Promise.all(found)).flat());
  }
  return unlike;
};

/** Starts a service. */
export const startTestService = async (
  options: {
    /** Additional kinds, with tables of their own. */
    added?: readonly Resource[];
    registry?: Registry;
    env?: Record<string, string>;
    /** The test leaves rows behind whose text is not that of their columns. */
    printedOtherwise?: boolean;
    /** The test takes a node away for a while: the service tells the operator so, and nothing else. */
    mayBeUnavailable?: boolean;
    /** The database to serve; a new one by default. */
    database?: TestDatabase;
    /** The clock of the service, in milliseconds since 1970. */
    now?: () => number;
  } = {},
): Promise<TestService> => {
  const { db, service: asService, connection, serviceConnection, drop } = options.database ?? (await testDatabase());
  const { added = [] } = options;
  const served = options.registry ?? (added.length ? buildRegistry([...declarations, ...added]) : registry);
  if (added.length) {
    const steps = stepsOf(added.map((one) => tableSql([one], served)).join(''));
    const migration = { number: 9999, name: '9999_added.sql', steps, checksum: '' };
    await migrate(connection, { migrations: [...(await readMigrations()), migration] });
  }
  const config = readConfig({ PORT: '0', DATA_DIR: inject('files'), ...options.env });
  const failures: string[] = [];
  const service = createService({
    config,
    db: asService,
    registry: served,
    ...(options.now ? { now: options.now } : {}),
    log: (level, message, details) => {
      if (level === 'error') failures.push(`${message} ${JSON.stringify(details)}`);
    },
  });
  await service.listen();
  const findings = new Set<string>();
  const wrongWith = describedBy(served);
  const look: Look = (method, path, sent, { status, headers, body }) => {
    const type = headers.get('content-type') ?? '';
    const given: unknown =
      typeof sent === 'string' && (status < 300 || status === 400 || status === 422) ? jsonOf(sent) : undefined;
    const wrong = wrongWith({ method, path, sent: given, status, type, body });
    if (wrong) findings.add(wrong);
  };
  const address = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`;
  return {
    db,
    asService,
    connection,
    serviceConnection,
    address,
    failures,
    organisation: async (plan = { api_requests_per_minute: 1_000_000 }, timeZone = 'Europe/Berlin') => {
      organisations += 1;
      const wish = {
        name: `Test ${organisations}`,
        timeZone,
        plan,
        email: `admin${organisations}@example.com`,
        passwordStays: true,
      };
      const { org_id: orgId, admin } = await createOrganisationWithAdmin(db, wish);
      return {
        orgId,
        adminKid: admin.kid,
        login: { email: admin.email, password: admin.password },
        client: async ({ scopes = scopeNames, userKid = admin.kid, expires, addresses = [] } = {}) => {
          const made = await db.transaction((tx) =>
            createToken(tx, { orgId, userKid, name: 'Test', scopes, expires: expires ?? null, addresses }),
          );
          return clientOf(address, made.token, made.tokenId, look);
        },
      };
    },
    ask: async (method, path, headers = {}, body) => reply(await fetch(`${address}${path}`, { method, headers, body })),
    stop: async () => {
      await service.stop();
      const unlike = options.printedOtherwise ? [] : await printedUnlikeStored(db, served);
      await drop();
      if (unlike.length) throw new Error(`Rows whose text is not what they print as:\n${unlike.join('\n')}`);
      if (findings.size) throw new Error(`Not as described:\n${[...findings].join('\n')}`);
      const wrong = options.mayBeUnavailable
        ? failures.filter((failure) => !failure.startsWith('service_unavailable '))
        : failures;
      if (wrong.length) throw new Error(`The service logged errors:\n${wrong.join('\n')}`);
    },
  };
};
