/** The parts of a received mail that the inbox shows; a mail that cannot be parsed has none. */
import type { Attachment, Email } from 'postal-mime';

/** Attachments that become documents of their own; all are in the mail itself. */
const MAX_ATTACHMENTS = 50;
/** References that are looked up, the latest. */
const MAX_REFERENCES = 50;
/** Longest text of a field. */
const MAX_TEXT = 255;

/** A received mail. */
export interface ReceivedMail {
  readonly subject: string;
  /** `Eva Muster <eva@example.com>` */
  readonly from: string;
  /** Message-IDs of mails that it answers. */
  readonly answers: readonly string[];
  readonly attachments: readonly { readonly name: string; readonly bytes: Buffer }[];
}

/** One line without control characters, as fields of records have it. */
export const oneLine = (text: string | undefined): string =>
  (text ?? '')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, MAX_TEXT);

/** A person as mails name one. */
export const personOf = (one: { readonly name?: string; readonly address?: string | undefined } | undefined): string =>
  oneLine(one?.name && one.address ? `${one.name} <${one.address}>` : (one?.address ?? one?.name));

/** Signatures of mails, and pictures that the text shows, are no documents. */
const isDocument = ({ mimeType, related, contentId, disposition }: Attachment): boolean =>
  !/^application\/(?:x-)?(?:pkcs7|pgp)-signature$/i.test(mimeType) &&
  !(mimeType.startsWith('image/') && contentId && (related || disposition === 'inline'));

const nameOf = ({ filename, mimeType }: Attachment, at: number): string =>
  oneLine(filename ?? '').replaceAll(/[\\/]/g, ' ') ||
  `Anhang ${at + 1}${mimeType === 'message/rfc822' ? '.eml' : mimeType === 'application/pdf' ? '.pdf' : ''}`;

const answersOf = ({ inReplyTo, references }: Email): readonly string[] => [
  ...new Set((`${references ?? ''} ${inReplyTo ?? ''}`.match(/<[^<>\s]{1,500}>/g) ?? []).slice(-MAX_REFERENCES)),
];

const bytesOf = ({ content }: Attachment): Buffer =>
  content instanceof ArrayBuffer ? Buffer.from(content) : Buffer.from(content as Uint8Array);

/** @param envelope subject and sender as the server has them, for a mail that cannot be parsed */
export const parseMail = async (
  bytes: Buffer,
  envelope: Pick<ReceivedMail, 'subject' | 'from'>,
): Promise<ReceivedMail> => {
  // The parser is loaded with the first mail.
  const { default: PostalMime } = await import('postal-mime');
  try {
    const mail = await PostalMime.parse(bytes);
    return {
      subject: oneLine(mail.subject) || envelope.subject,
      from: personOf(mail.from) || envelope.from,
      answers: answersOf(mail),
      attachments: mail.attachments
        .filter(isDocument)
        .slice(0, MAX_ATTACHMENTS)
        .map((one, at) => ({ name: nameOf(one, at), bytes: bytesOf(one) }))
        .filter((one) => one.bytes.length),
    };
  } catch {
    return { ...envelope, answers: [], attachments: [] };
  }
};
