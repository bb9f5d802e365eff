/** Calls of letters: asked for, their state, and their file (rules 16.26). */
import { fail, invalid } from '../../errors/api-error.ts';
import { LETTER_KINDS } from '../../model/calls/messages.ts';
import { TEMPLATES } from '../../model/records/templates.ts';
import { fieldGroups, groupsOf, type TemplateSection } from '../../model/seed/placeholders.ts';
import { MAX_LETTER_JOBS } from '../../shared/limits.ts';
import { sql } from '../../sql/sql.ts';
import { requireScope } from '../call/authorize.ts';
import { type CallOf, json, localNow, type ResultOf, type SpecialCall } from '../call/call.ts';
import { auditEntry } from '../commit/commit.ts';
import { contentHeaders } from '../documents/content-headers.ts';
import { problem } from '../documents/file-body.ts';
import { senderOf } from './create-message.ts';
import { readRecord, requireReadOf } from './fill-template.ts';
import { expiryOf, findLetterJob, insertLetterJob, type LetterJob, readLetters, readMailsOf } from './letter-jobs.ts';
import { lettersPdf } from './letter-pdf.ts';
import { checkLetterTexts } from './make-letter.ts';
import { checkRecipients, recipientField, requireRecipients, usualRecipient } from './recipients.ts';

type Create = CallOf<'POST /v3/customers/letters'>;
type State = 'GET /v3/letters/:id';
type Download = 'GET /v3/letters/:id/download';

const timeOf = (ms: number): string => new Date(ms).toISOString();

const isKind = (kind: unknown): kind is LetterJob['kind'] => LETTER_KINDS.some((one) => one === kind);

/** The template with the texts of the body in place of its own. @throws 400 `validation_failed` */
const textsOf = async (call: Create, section: TemplateSection) => {
  const { template: id, subject, text, recipient = usualRecipient(section) } = call.body;
  const template = await readRecord(call, TEMPLATES, id);
  const kind = template?.kind;
  if (template?.section !== section || !isKind(kind)) {
    const message = `names no template for ${section}`;
    throw invalid([problem('template', 'invalid_reference', message)]);
  }
  const own = { subject: subject ?? String(template.subject ?? ''), text: text ?? String(template.text) };
  if (!own.text.trim()) throw invalid([problem('text', 'too_small', 'must not be empty')]);
  if (kind !== 'mail') return { section, kind, ...own, recipient: null, consent: false };
  if (!own.subject.trim()) throw invalid([problem('subject', 'too_small', 'must not be empty')]);
  if (!recipientField(section, recipient)) {
    throw invalid([problem('recipient', 'invalid_reference', `is none of records of ${section}`)]);
  }
  requireRecipients(call, section, recipient);
  return { section, kind, ...own, recipient, consent: call.body.consent };
};

/**
 * POST `/v3/{section}/letters`.
 * @param shared the address that mails come from by the mail server of the installation; null without one
 * @throws 400 `validation_failed`, `unknown_placeholder`; 403; 409 `mail_not_configured`, `too_many_letters`
 */
const create =
  (shared: string | null) =>
  (section: TemplateSection) =>
  async (call: Create): ResultOf<'POST /v3/customers/letters'> => {
    const { db, actor, now, keeper } = call;
    for (const scope of ['v3:documents:write', 'v3:activities:write']) requireScope(actor, scope);
    requireReadOf(call, section);
    const texts = await textsOf(call, section);
    checkLetterTexts(call, texts);
    if (texts.kind === 'mail' && !(await senderOf(call, shared))) throw fail('mail_not_configured');
    const ids = [...new Set(call.body.ids)];
    const id = await db.nextId('letter_job_id_seq');
    const answer = json(202, { id, state: 'running' as const });
    await db.transaction(async (tx) => {
      // Jobs that are made at the same time count each other.
      await tx.run(sql`select 1 from organisation where org_id = ${actor.orgId} for no key update`);
      const [count] = await tx.run<{ n: number }>(sql`select count(*)::int as n
        from letter_job j
        where j.org_id = ${actor.orgId} and j.state = 'running'`);
      if ((count?.n ?? 0) >= MAX_LETTER_JOBS) throw fail('too_many_letters');
      const changes = { section: [null, section], template: [null, call.body.template], letters: [null, ids.length] };
      await tx.finish([
        insertLetterJob(actor, { ...texts, id, ids, created: now() }),
        auditEntry(call, { section: 'letters', recordId: id, action: 'insert', changes }),
        ...(keeper?.answer(answer) ?? []),
      ]);
    });
    return answer;
  };

/** @throws 404 */
const jobOf = async ({ db, actor: { orgId }, pathIds }: SpecialCall): Promise<LetterJob> => {
  const job = await findLetterJob(db, { org_id: orgId, id: pathIds[0] ?? 0 });
  if (!job) throw fail('not_found');
  return job;
};

const retrieve = async (call: CallOf<State>): ResultOf<State> => {
  const job = await jobOf(call);
  const letters = await readLetters(call.db, job, false);
  const mails = job.kind === 'mail' ? await readMailsOf(call.db, job) : [];
  const count = (state: string) => mails.filter((one) => one.state === state).length;
  const documents = letters.flatMap(({ document_id: id }) => id ?? []);
  return json(200, {
    ...{ id: job.id, state: job.state, section: job.section, kind: job.kind },
    ...{ total: job.ids.length, done: documents.length },
    failed: letters.flatMap(({ record_id: id, error }) => (error === null ? [] : [{ id, code: error }])),
    incomplete: letters.flatMap(({ record_id: id, empty }) => (empty.length ? [{ id, empty }] : [])),
    mails: { queued: count('queued'), sent: count('sent'), failed: count('failed') },
    unsent: mails.flatMap(({ state, error, ...mail }) => (state === 'failed' && error ? [{ ...mail, error }] : [])),
    document_ids: documents,
    created_at: timeOf(job.created),
    expires_at: timeOf(expiryOf(job)),
  });
};

/** GET `/v3/letters/{id}/download`: written again from the contents of the letters. @throws 403; 404; 409 `letters_not_done` */
const download = async (call: CallOf<Download>): ResultOf<Download> => {
  const job = await jobOf(call);
  requireScope(call.actor, 'v3:documents:read');
  requireReadOf(call, job.section);
  if ('kunde' in groupsOf[job.section]) requireReadOf(call, fieldGroups.kunde.section);
  if (job.state === 'running') throw fail('letters_not_done');
  const contents = (await readLetters(call.db, job, true)).flatMap(({ content }) => content ?? []);
  if (!contents.length) throw fail('letters_not_done');
  const { 'Accept-Ranges': _ranges, ...headers } = contentHeaders(
    `${localNow(call).slice(0, 10)}-${job.id}.pdf`,
    'pdf',
    'attachment',
  );
  return { status: 200, body: await lettersPdf(contents, job.created), headers };
};

/** @param from the address that mails come from by the mail server of the installation; null without one */
export const letterOperations = (from: string | null) => {
  const write = create(from);
  return {
    'POST /v3/customers/letters': write('customers'),
    'POST /v3/products/letters': write('products'),
    'POST /v3/contracts/letters': write('contracts'),
    'POST /v3/damages/letters': write('damages'),
    'POST /v3/letters/recipients': checkRecipients,
    'GET /v3/letters/:id': retrieve,
    'GET /v3/letters/:id/download': download,
  };
};
