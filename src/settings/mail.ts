/** Mails with one-time links, where a mail server is configured. */
import { createTransport } from 'nodemailer';
import type { Config } from '../config.ts';
import type { SettingsParts } from './call.ts';

const TIMEOUT_MS = 10_000;

/** Sends through SMTP_URL; null where there is none. */
export const createMail = ({ smtpUrl, smtpFrom }: Config): SettingsParts['mail'] => {
  if (!smtpUrl) return null;
  const transport = createTransport(smtpUrl, { from: smtpFrom });
  return async (to, subject, text) => {
    const late = AbortSignal.timeout(TIMEOUT_MS);
    const timeout = new Promise<never>((_resolve, reject) => {
      late.addEventListener('abort', () => reject(new Error('The mail server does not answer.')));
    });
    await Promise.race([transport.sendMail({ to, subject, text }), timeout]);
  };
};
