/** A real IMAP server with one mailbox. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import hoodiecrow, { type Folder } from 'hoodiecrow-imap';

export interface ImapServer {
  readonly port: number;
  readonly inbox: Folder;
  /** Adds a mail. @param old of days ago @param size that the server says it has */
  deliver(raw: string, more?: { old?: boolean; size?: number }): void;
  /** The server renumbers its mails. */
  renumber(): void;
  stop(): Promise<void>;
}

/** Starts a server for the user `makler` with the password `geheim`; TLS is with an expired certificate. */
export const startImapServer = async (): Promise<ImapServer> => {
  const imap = hoodiecrow({
    plugins: ['ID', 'STARTTLS', 'SASL-IR', 'AUTH-PLAIN', 'NAMESPACE', 'ENABLE', 'UIDPLUS'],
    users: { makler: { password: 'geheim' } },
    storage: { INBOX: { messages: [] }, '': {} },
  });
  imap.fetchHandlers['RFC822.SIZE'] = (_, { raw, size }) => size ?? raw.length;
  imap.listen(0, '127.0.0.1');
  await once(imap.server, 'listening');
  const inbox = imap.getMailbox('INBOX');
  return {
    port: (imap.server.address() as AddressInfo).port,
    inbox,
    deliver: (raw, { old = false, size } = {}) => {
      const { messages } = inbox;
      imap.appendMessage('INBOX', [], old ? '01-Jan-2020 10:00:00 +0000' : null, raw);
      const last = messages.at(-1);
      if (last && size) last.size = size;
    },
    renumber: () => {
      inbox.uidvalidity += 1;
    },
    stop: () => new Promise((stopped) => imap.server.close(() => stopped())),
  };
};
