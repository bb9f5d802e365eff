/** Connections to mailboxes: checked addresses, bounded times and sizes, opened to read alone. */
import type { ImapFlow, MailboxObject } from 'imapflow';
import type { TLS_MODES } from '../../model/calls/messages.ts';
import { MAX_MAIL_MIB } from '../../shared/limits.ts';
import { checkedAddress } from '../../webhooks/public-address.ts';
import { type ServerFailure, saidBy, serverFailureOf } from './server-failure.ts';

/** How a server is reached. */
export type TlsMode = (typeof TLS_MODES)[number];

/** A mailbox to connect to. */
export interface MailboxAccount {
  readonly host: string;
  readonly port: number;
  readonly tls: TlsMode;
  readonly username: string;
  /** In clear. */
  readonly password: string;
  readonly folder: string;
}

/** Whether an address may be connected to (rules 7.7). */
export type Allows = (address: string) => boolean;

const CONNECT_MS = 10_000;
const SILENT_MS = 30_000;
/** Bytes of a mail. */
export const MAX_MAIL_BYTES = MAX_MAIL_MIB * 1024 * 1024;
const MAX_LINE = 4 * 1024 * 1024;

/** The folder of a mailbox cannot be opened. */
class NoFolder extends Error {
  constructor(override readonly cause: unknown) {
    super('The folder cannot be opened.');
  }
}

/** Why a mailbox cannot be read, and the answer of its server. */
export const mailboxFailureOf = (error: unknown): { readonly failure: ServerFailure; readonly said: string | null } =>
  error instanceof NoFolder
    ? { failure: 'folder', said: saidBy(error.cause) }
    : { failure: serverFailureOf(error), said: saidBy(error) };

/**
 * Signs in and opens the folder to read alone: nothing on the server changes.
 * @param work with the connection, which is closed after it
 * @param signal closes the connection at once
 * @throws error of the library, ForbiddenTarget, NoFolder
 */
export const withMailbox = async <T>(
  { host, port, tls, username, password, folder }: MailboxAccount,
  allows: Allows,
  work: (client: ImapFlow, opened: MailboxObject) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> => {
  const address = await checkedAddress(host, allows);
  // The library is loaded with the first mailbox.
  const { ImapFlow: Client } = await import('imapflow');
  const client = new Client({
    ...{ host: address, port, secure: tls === 'tls', doSTARTTLS: tls === 'starttls' },
    // An address has no name that a certificate could have.
    ...(address === host ? {} : { servername: host }),
    auth: { user: username, pass: password },
    ...{ connectionTimeout: CONNECT_MS, greetingTimeout: CONNECT_MS, socketTimeout: SILENT_MS },
    ...{ maxLineLength: MAX_LINE, maxLiteralSize: MAX_MAIL_BYTES + 1, maxResponseSize: MAX_MAIL_BYTES + MAX_LINE },
    ...{ logger: false, disableAutoIdle: true, disableCompression: true },
  });
  let broken: unknown;
  // Errors between two commands come as events.
  client.on('error', (error) => {
    broken ??= error;
  });
  const close = () => client.close();
  signal?.addEventListener('abort', close, { once: true });
  try {
    signal?.throwIfAborted();
    await client.connect();
    const opened = await client.mailboxOpen(folder, { readOnly: true }).catch((cause: unknown) => {
      throw (cause as { responseText?: string }).responseText === undefined ? cause : new NoFolder(cause);
    });
    return await work(client, opened);
  } catch (error) {
    throw broken ?? error;
  } finally {
    signal?.removeEventListener('abort', close);
    client.close();
  }
};
