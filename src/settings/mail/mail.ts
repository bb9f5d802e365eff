/** Mails, where a mail server is configured. */
import type { createTransport } from 'nodemailer';
import type { Config } from '../../config/config.ts';
import type { MailText } from './mail-templates.ts';

const TIMEOUT_MS = 10_000;

/** Sends one mail to all of these. @throws where the server does not take it within ten seconds */
export type SendMail = (to: readonly string[], letter: MailText) => Promise<void>;

class Late extends Error {
  readonly code = 'ETIMEDOUT';
}

/**
 * Sends through SMTP_URL; null without one.
 * @param failed gets the error for the log: the response to the request may not reveal it
 */
export const createMail = (
  { smtpUrl, smtpFrom }: Pick<Config, 'smtpUrl' | 'smtpFrom'>,
  failed: (error: unknown) => void,
): SendMail | null => {
  if (!smtpUrl) return null;
  let made: ReturnType<typeof createTransport> | undefined;
  // The library is loaded with the first mail: most services send none.
  const transport = async () => (made ??= (await import('nodemailer')).createTransport(smtpUrl, { from: smtpFrom }));
  return async (to, { subject, text }) => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Late('The mail server does not answer.')), TIMEOUT_MS);
    });
    try {
      await Promise.race([(await transport()).sendMail({ to: [...to], subject, text }), late]);
    } catch (error) {
      failed(error);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  };
};
