/** Makes an e-mail of a job: a message, in one transaction with the progress of its job (rules 16.26). */
import { fail } from '../../errors/api-error.ts';
import type { Context } from '../call/call.ts';
import { keepMessage, senderOf } from './create-message.ts';
import { readVisible } from './fill-template.ts';
import type { LetterLease } from './letter-jobs.ts';
import { addressesOf, recipientField, usualRecipient } from './recipients.ts';

/**
 * Makes the e-mail about a record.
 * @param shared the address that mails come from by the mail server of the installation; null without one
 * @throws 404 for the record; 409 `no_email_address`; the errors of `keepMessage`; LostLetterJob
 */
export const makeMail = async (
  context: Context,
  lease: LetterLease,
  id: number,
  shared: string | null,
): Promise<void> => {
  const { section, recipient, consent, subject, text } = lease.job;
  const record = await readVisible(context, section, id);
  if (!record) throw fail('not_found');
  const kid = record[recipientField(section, recipient ?? usualRecipient(section)) ?? ''];
  const address = (await addressesOf(context, [kid], consent)).get(kid);
  if (!address) throw fail('no_email_address');
  const draft = {
    subject,
    text,
    to: [address],
    attachments: [],
    send: 'mail',
    from: await senderOf(context, shared),
  } as const;
  await keepMessage(context, { section, id, record }, draft, {
    within: (tx, { document_id, empty }) =>
      lease.add(tx, { record_id: id, document_id, content: null, empty, error: null }),
  });
};
