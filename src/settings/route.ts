/** What a call of the settings API is: declared as data, registered in one place (server.ts). */
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { FileStores } from '../files/object-store.ts';
import { isStorableTime } from '../model/accepted-values.ts';
import type { Sender } from '../webhooks/send.ts';
import type { Duty, Session } from './sessions.ts';

/** What every call may use. */
export interface SettingsParts {
  readonly config: Config;
  readonly db: Database;
  readonly files: FileStores;
  readonly sender: Sender;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Sends a mail; null where no mail server is configured. */
  readonly mail: ((to: string, subject: string, text: string) => Promise<void>) | null;
}

/** One call. */
export interface SettingsCall<Body = unknown> extends SettingsParts {
  /** Whose call it is. Calls that anyone may make have none. */
  readonly session: Session;
  /** Numbers and texts of the path by name. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly body: Body;
  /** Where links lead that are sent or shown: `https://crm.example.com`. */
  readonly origin: string;
  /** The browser reaches us through TLS. */
  readonly secure: boolean;
  /** The client's address. */
  readonly address: string;
  readonly requestId: string;
  readonly reply: FastifyReply;
}

/** Who may make a call. */
export type Who = 'anyone' | 'user' | 'administrator';

export interface SettingsRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/settings/api`. */
  readonly path: string;
  readonly who: Who;
  /** Duties that do not keep a session from this call; any other one has to be done first. */
  readonly during: readonly Duty[];
  readonly body?: z.ZodType;
  /** Bytes that the body may have; see `bodyLimit`. */
  readonly limit?: number;
  /** Answers JSON, or has sent something else itself (undefined). */
  readonly handle: (call: SettingsCall<never>) => Promise<unknown>;
  /** 200 where absent. */
  readonly status?: number;
}

/** What nobody has to sign in for is a few short texts; other bodies are those of a form (rules 8.1). */
const OPEN_LIMIT = 4 * 1024;
const USUAL_LIMIT = 64 * 1024;

/** How long the body of a call may be, in bytes. */
export const bodyLimit = ({ who, limit }: SettingsRoute): number =>
  limit ?? (who === 'anyone' ? OPEN_LIMIT : USUAL_LIMIT);

/** A list of at most so many items, which are counted before any of them is looked at. */
export const listOf = <Item extends z.ZodType>(item: Item, most: number, least = 0) =>
  z.array(z.unknown()).min(least).max(most).pipe(z.array(item));

/** An object of at most so many texts by name, which are counted before any of them is looked at. */
export const textsOf = (name: z.ZodString, text: z.ZodString, most: number) =>
  z
    .record(z.string(), z.unknown())
    .refine((given) => Object.keys(given).length <= most, {
      params: { code: 'too_big' },
      message: 'has too many members',
    })
    .pipe(z.record(name, text));

type Handler<Body> = (call: SettingsCall<Body>) => Promise<unknown>;
type Method = SettingsRoute['method'];

/** A call without a body. */
export const call = (
  method: Method,
  path: string,
  handle: Handler<unknown>,
  who: Who = 'administrator',
  during: readonly Duty[] = [],
): SettingsRoute => Object.freeze({ method, path, who, during, handle });

/** A call with a body. */
export const send = <Schema extends z.ZodType>(
  method: Method,
  path: string,
  body: Schema,
  handle: Handler<z.output<Schema>>,
  more: {
    readonly who?: Who;
    readonly during?: readonly Duty[];
    readonly status?: number;
    readonly limit?: number;
  } = {},
): SettingsRoute => Object.freeze({ method, path, who: 'administrator', during: [], body, handle, ...more });

/** Values that many bodies have. */
export const field = {
  name: z.string().trim().min(1).max(255),
  email: z
    .string()
    .trim()
    .max(255)
    .regex(/^[^\s@]+@[^\s@]+$/, 'must be an e-mail address'),
  password: z.string().min(10).max(200),
  time: z.iso
    .datetime({ offset: true })
    .refine((text) => isStorableTime(Date.parse(text)), 'must lie in the years 1 to 9999'),
  id: z.number().int().min(1).max(2147483647),
} as const;

export const DONE = { success: true } as const;
