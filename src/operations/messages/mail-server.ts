/** The mail server of the installation, for messages. */
import type { Readable } from 'node:stream';
import type { createTransport } from 'nodemailer';
import type { MAIL_FAILURES } from '../../model/calls/messages.ts';
import { lookupTable } from '../../shared/lookup-table.ts';

/** Time for one message: it may have 25 MiB. */
export const SEND_MS = 120_000;
const CONNECT_MS = 10_000;

type Failure = (typeof MAIL_FAILURES)[number];

/** Sends messages. */
export interface MailServer {
  /** The address that mails come from. */
  readonly from: string;
  /**
   * Hands a message to the server.
   * @returns addresses that the server refused, where it accepted others
   * @throws error of the library
   */
  send(to: readonly string[], message: Readable): Promise<readonly string[]>;
}

/** The server of SMTP_URL; null without one. */
export const createMailServer = ({
  smtpUrl,
  smtpFrom,
}: {
  readonly smtpUrl: string;
  readonly smtpFrom: string;
}): MailServer | null => {
  if (!smtpUrl) return null;
  let made: ReturnType<typeof createTransport> | undefined;
  const times = { connectionTimeout: CONNECT_MS, greetingTimeout: CONNECT_MS, socketTimeout: SEND_MS / 2 };
  const transport = async () => (made ??= (await import('nodemailer')).createTransport({ url: smtpUrl, ...times }));
  return {
    from: smtpFrom,
    send: async (to, message) => {
      const sent = await (await transport()).sendMail({ envelope: { from: smtpFrom, to: [...to] }, raw: message });
      return (sent as { rejected?: string[] }).rejected ?? [];
    },
  };
};

const FAILURES: Readonly<Record<string, Failure>> = lookupTable({
  EAUTH: 'not_authenticated',
  ENOAUTH: 'not_authenticated',
  EOAUTH2: 'not_authenticated',
  EENVELOPE: 'refused',
  EMESSAGE: 'refused',
  ETIMEDOUT: 'timeout',
});

/** Why a mail was not taken. @param error of the library */
export const mailFailureOf = (error: unknown): Failure =>
  FAILURES[String((error as { code?: unknown }).code)] ?? 'unreachable';

/** Why a message was not taken, and whether another try may help: the server answers 5xx for good. */
export const failureOf = (error: unknown): { readonly failure: Failure; readonly isFinal: boolean } => {
  const { responseCode = 0 } = error as { responseCode?: number };
  const failure = mailFailureOf(error);
  return { failure, isFinal: failure === 'refused' && responseCode >= 500 };
};
