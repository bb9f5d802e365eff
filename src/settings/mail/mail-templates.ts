/** Texts of the mails. The language of the reader is unknown: German first, then English. */
import { localTime } from '../../derive/local-time.ts';
import { EXPORT_DAYS } from '../../shared/limits.ts';

/** A mail. */
export interface MailText {
  readonly subject: string;
  readonly text: string;
}

/** A name on one line: names may contain line breaks. */
const inLine = (name: string): string => name.replaceAll(/\s+/g, ' ').trim();

const letter = (subject: string, ...parts: readonly string[]): MailText => ({
  subject: inLine(subject),
  text: `${parts.filter(Boolean).join('\n\n')}\n`,
});

/** A one-time link and its user. */
export interface LinkOf {
  readonly organisation: string;
  readonly link: string;
}

/** A link that an administrator has made. */
export const linkMailText = (
  kind: 'invitation' | 'reset' | 'work-account',
  { organisation, link }: LinkOf,
): MailText => {
  const name = inLine(organisation);
  if (kind === 'work-account')
    return letter(
      `Einladung / Invitation: ${name}`,
      `Sie wurden zu ${name} eingeladen. Melden Sie sich hier mit Ihrem Firmenkonto an.`,
      `You have been invited to ${name}. Sign in here with your work account.`,
      link,
    );
  return kind === 'invitation'
    ? letter(
        `Einladung / Invitation: ${name}`,
        `Sie wurden zu ${name} eingeladen. Legen Sie hier Ihr Passwort fest.`,
        `You have been invited to ${name}. Set your password here.`,
        link,
      )
    : letter(
        `Passwort neu setzen / Reset your password: ${name}`,
        'Hier legen Sie ein neues Passwort fest.',
        'Set a new password here.',
        link,
      );
};

/** The mail for a forgotten password, with one link for each organisation. */
export const passwordResetMailText = (links: readonly LinkOf[]): MailText =>
  letter(
    'Passwort neu setzen / Reset your password',
    'Jemand hat bei der Anmeldung gesagt, dass Sie Ihr Passwort vergessen haben. Mit diesem Link legen Sie ein neues fest; er gilt eine Stunde und einmal. Waren Sie das nicht, so tun Sie nichts: Ihr Passwort bleibt, wie es ist.',
    'Somebody said at the sign-in that you forgot your password. This link sets a new one; it works once, for an hour. If that was not you, do nothing: your password stays as it is.',
    ...links.map(({ organisation, link }) => `${inLine(organisation)}:\n${link}`),
  );

/** Shows that mails arrive. */
export const testMailText = (organisation: string): MailText =>
  letter(
    `Test: ${organisation}`,
    `Diese Mail zeigt, dass der Dienst Mails verschickt (${inLine(organisation)}).`,
    `This mail shows that the service sends mails (${inLine(organisation)}).`,
  );

/** The archive of the organisation is done. @param page where it is; may be empty */
export const archiveMailText = (organisation: string, page: string): MailText =>
  letter(
    `Archiv fertig / Archive ready: ${organisation}`,
    `Das Archiv von ${inLine(organisation)} ist fertig. Sie laden es auf der Seite „Organisation“ der Einstellungen herunter; nach ${EXPORT_DAYS} Tagen wird es gelöscht.`,
    `The archive of ${inLine(organisation)} is ready. Download it on the page "Organisation" of the settings; it is deleted after ${EXPORT_DAYS} days.`,
    page,
  );

/** A token that ends soon. */
export interface ExpiringToken {
  readonly name: string;
  /** ISO 8601. */
  readonly expires_at: string;
}

/** Tokens of an organisation that end soon. @param page where they are looked after; may be empty */
export const expiryMailText = (
  { organisation, timeZone }: { readonly organisation: string; readonly timeZone: string },
  tokens: readonly ExpiringToken[],
  page: string,
): MailText => {
  const at = (time: string) => localTime(timeZone, Date.parse(time));
  return letter(
    `API-Tokens enden bald / API tokens end soon: ${organisation}`,
    `Diese API-Tokens von ${inLine(organisation)} enden bald. Programme, die sie benutzen, werden danach abgewiesen. Stellen Sie sie mit einem späteren Ende neu aus oder legen Sie neue an; in beiden Fällen bekommen die Programme eine neue Zeichenfolge.`,
    `These API tokens of ${inLine(organisation)} end soon. Programs that use them are refused after that. Issue them anew with a later end, or make new ones; either way the programs get a new string.`,
    tokens.map(({ name, expires_at }) => `- ${inLine(name)}: ${at(expires_at)} (${timeZone})`).join('\n'),
    page,
  );
};
