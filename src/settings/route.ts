/** What a call of the settings API is: declared as data, registered in one place (server.ts). */
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { FileStores } from '../files/object-store.ts';
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
  /** Answers JSON, or has sent something else itself (undefined). */
  readonly handle: (call: SettingsCall<never>) => Promise<unknown>;
  /** 200 where absent. */
  readonly status?: number;
}

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
  more: { readonly who?: Who; readonly during?: readonly Duty[]; readonly status?: number } = {},
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
  time: z.iso.datetime({ offset: true }),
  id: z.number().int().min(1).max(2147483647),
} as const;

export const DONE = { success: true } as const;
