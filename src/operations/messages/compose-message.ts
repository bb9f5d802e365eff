/** An e-mail as bytes: the text and the attachments, as they are stored and sent. */
import type { Readable } from 'node:stream';
import type { Content } from '../../files/object-store.ts';

/** A person or an office with an address. */
interface Mailbox {
  readonly name: string;
  readonly address: string;
}

/** An e-mail. */
export interface Mail {
  readonly from: Mailbox;
  readonly replyTo?: Mailbox | undefined;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  /** Fixed at the creation: a mail that is sent twice after a crash is recognised by it. */
  readonly messageId: string;
  /** Milliseconds since 1970. */
  readonly date: number;
  readonly attachments: readonly { readonly name: string; readonly content: Readable }[];
}

/** The bytes of a mail; reading them reads the attachments one after the other. */
export const composeMail = async ({
  from,
  replyTo,
  to,
  subject,
  text,
  messageId,
  date,
  ...mail
}: Mail): Promise<Content> => {
  // The library is loaded with the first mail.
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const attachments = mail.attachments.map(({ name, content }) => ({ filename: name, content }));
  const composer = new MailComposer({
    ...{ from, to: [...to], subject, text, messageId, date: new Date(date), attachments },
    ...(replyTo ? { replyTo } : {}),
    // A text that looks like a path or an address is a text.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().createReadStream();
};
