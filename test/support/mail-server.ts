/** A real SMTP server that stores received mails. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** A mail as it arrived. */
interface Mail {
  readonly to: readonly string[];
  readonly from: string;
  readonly subject: string;
  readonly text: string;
  /** Its Message-ID. */
  readonly id: string;
}

export interface MailServer {
  /** Value for SMTP_URL. */
  readonly url: string;
  readonly mails: Mail[];
  /** The refusal of the next mails; null: accept them. */
  refuse(message: string | null, status?: number): void;
  /** Mails are taken after this. */
  wait(for_: Promise<unknown>): void;
  stop(): Promise<void>;
}

/** Words of a header that are not ASCII (RFC 2047). */
const WORD = /=\?utf-8\?([QB])\?([^?]*)\?=\s*/gi;

const bytesOf = (quoted: string): Buffer =>
  Buffer.from(
    quoted.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );

const headerOf = (head: string, name: string): string =>
  (new RegExp(`^${name}: (.*(?:\\r\\n[ \\t].*)*)`, 'im').exec(head)?.[1] ?? '')
    .replaceAll(/\r\n[ \t]/g, ' ')
    .replaceAll(WORD, (_, way: string, coded: string) =>
      (way.toUpperCase() === 'B' ? Buffer.from(coded, 'base64') : bytesOf(coded.replaceAll('_', ' '))).toString(),
    );

const textOf = (head: string, body: string): string => {
  const encoding = headerOf(head, 'Content-Transfer-Encoding').toLowerCase();
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  return encoding === 'quoted-printable' ? bytesOf(body.replaceAll('=\r\n', '')).toString() : body;
};

export const startMailServer = async (): Promise<MailServer> => {
  const mails: Mail[] = [];
  let refusal: string | null = null;
  let code = 554;
  let before: Promise<unknown> = Promise.resolve();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onData: async (stream, { envelope }, done) => {
      const whole = await text(stream);
      await before;
      if (refusal !== null) return done(Object.assign(new Error(refusal), { responseCode: code }));
      const end = whole.indexOf('\r\n\r\n');
      const head = whole.slice(0, end);
      mails.push({
        to: envelope.rcptTo.map(({ address }) => address),
        from: envelope.mailFrom ? envelope.mailFrom.address : '',
        subject: headerOf(head, 'Subject'),
        id: headerOf(head, 'Message-ID'),
        text: textOf(head, whole.slice(end + 4)).replaceAll('\r\n', '\n'),
      });
      done();
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    refuse: (message, status = 554) => {
      code = status;
      refusal = message;
    },
    wait: (for_) => {
      before = for_;
    },
    stop: () => new Promise((stopped) => server.close(() => stopped())),
  };
};
