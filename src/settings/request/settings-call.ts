/** Input and result of a settings handler. */
import type { FastifyReply } from 'fastify';
import type { Session } from '../../access/sessions/find-session.ts';
import type { Config } from '../../config/config.ts';
import type { Database } from '../../db/database.ts';
import type { FileStores } from '../../files/object-store.ts';
import type { Sender } from '../../webhooks/send.ts';
import type { SendMail } from '../mail/mail.ts';
import type { AnswerOf, BodyOf, RouteName } from '../routes/index.ts';
import type { AfterResponse } from './after-response.ts';

/** Dependencies of every call. */
export interface SettingsParts {
  readonly config: Config;
  readonly db: Database;
  readonly files: FileStores;
  readonly sender: Sender;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Sends a mail; null where no mail server is configured. */
  readonly mail: SendMail | null;
  /** Runs jobs after the response. */
  readonly afterwards: AfterResponse;
}

/** One call. */
export interface SettingsCall<Body = unknown> extends SettingsParts {
  /** The session of the caller. Public calls have none. */
  readonly session: Session;
  /** Numbers and texts of the path by name. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly body: Body;
  /** Origin of links in mails and responses: `https://crm.example.com`. */
  readonly origin: string;
  /** Whether the browser uses TLS. */
  readonly secure: boolean;
  /** The client's address. */
  readonly address: string;
  readonly requestId: string;
  /** The trace of the call. */
  readonly traceparent: string | undefined;
  readonly reply: FastifyReply;
}

/** A call of one route, with its body as declared. */
export type CallOf<Name extends RouteName> = SettingsCall<BodyOf<Name>>;

/** The handler of each route; it returns the declared result or has sent bytes itself. */
export type Handlers = {
  readonly [Name in RouteName]: (call: CallOf<Name>) => Promise<AnswerOf<Name>>;
};

export const DONE = { success: true } as const;
