/** What the handler of a route gets, and what it answers. */
import type { FastifyReply } from 'fastify';
import type { Session } from '../access/sessions.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { FileStores } from '../files/object-store.ts';
import type { Sender } from '../webhooks/send.ts';
import type { Afterwards } from './afterwards.ts';
import type { SendMail } from './mail.ts';
import type { AnswerOf, BodyOf, RouteName } from './routes/index.ts';

/** What every call may use. */
export interface SettingsParts {
  readonly config: Config;
  readonly db: Database;
  readonly files: FileStores;
  readonly sender: Sender;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Sends a mail; null where no mail server is configured. */
  readonly mail: SendMail | null;
  /** Does what begins after the answer. */
  readonly afterwards: Afterwards;
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
  /** The trace that it belongs to. */
  readonly traceparent: string | undefined;
  readonly reply: FastifyReply;
}

/** A call of one route, with its body as it was declared. */
export type CallOf<Name extends RouteName> = SettingsCall<BodyOf<Name>>;

/** What answers each route, as the route declares it, or has sent bytes itself. */
export type Handlers = {
  readonly [Name in RouteName]: (call: CallOf<Name>) => Promise<AnswerOf<Name>>;
};

export const DONE = { success: true } as const;
