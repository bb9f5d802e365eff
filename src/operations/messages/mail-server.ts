/** Mail servers that messages are sent by: that of the installation, and those of organisations. */
import type { Readable } from 'node:stream';
import type { createTransport } from 'nodemailer';
import type { MAIL_FAILURES } from '../../model/calls/messages.ts';
import { lookupTable } from '../../shared/lookup-table.ts';
import { checkedAddress } from '../../webhooks/public-address.ts';
import type { Allows, TlsMode } from '../mailboxes/imap.ts';

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

const TIMES = { connectionTimeout: CONNECT_MS, greetingTimeout: CONNECT_MS, socketTimeout: SEND_MS / 2 };

type Transport = ReturnType<typeof createTransport>;

const serverBy = (from: string, transport: () => Promise<Transport>): MailServer => ({
  from,
  send: async (to, message) => {
    const sent = await (await transport()).sendMail({ envelope: { from, to: [...to] }, raw: message });
    return (sent as { rejected?: string[] }).rejected ?? [];
  },
});

/** A server of an organisation. */
interface OwnServer {
  readonly host: string;
  readonly port: number;
  readonly tls: TlsMode;
  readonly username: string;
  readonly password: string;
  readonly sender: string;
}

/** The server of an organisation; each message is a connection to an address that was checked. */
export const createOwnServer = (
  { host, port, tls, username, password, sender }: OwnServer,
  allows: Allows,
): MailServer =>
  serverBy(sender, async () => {
    const address = await checkedAddress(host, allows);
    const { createTransport: create } = await import('nodemailer');
    return create({
      ...{ host: address, port, secure: tls === 'tls', requireTLS: tls === 'starttls', ignoreTLS: tls === 'none' },
      ...(address === host ? {} : { tls: { servername: host } }),
      ...(username ? { auth: { user: username, pass: password } } : {}),
      ...TIMES,
    });
  });

/** The server of SMTP_URL; null without one. */
export const createMailServer = ({
  smtpUrl,
  smtpFrom,
}: {
  readonly smtpUrl: string;
  readonly smtpFrom: string;
}): MailServer | null => {
  if (!smtpUrl) return null;
  let made: Transport | undefined;
  return serverBy(
    smtpFrom,
    async () => (made ??= (await import('nodemailer')).createTransport({ url: smtpUrl, ...TIMES })),
  );
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
