/** Makes a letter of a job: the PDF as a document of the record, and an activity. */
import type { Tx } from '../../db/database.ts';
import { fail } from '../../errors/api-error.ts';
import { fileNameOf } from '../../model/declaration/file-name-field.ts';
import { ADDRESS, type FieldGroup, groupsOf, type TemplateSection } from '../../model/seed/placeholders.ts';
import { disclosureOf } from '../../shared/disclosure.ts';
import { letterheadOf } from '../../shared/letterhead.ts';
import { type Context, localNow } from '../call/call.ts';
import { insertDocument } from '../documents/upload-document.ts';
import { contactOf, documentsOf, filedActivity, filedIds } from './filed-activity.ts';
import { filled, filledLine, type Letter, placeholdersIn, placeholderValues, readVisible } from './fill-template.ts';
import type { LetterJob, LetterLease } from './letter-jobs.ts';
import { type LetterContent, lettersPdf } from './letter-pdf.ts';
import { headOf } from './letterhead.ts';

const WORDS = {
  de: { date: 'Datum', adviser: 'Ansprechpartner', telephone: 'Telefon', mail: 'E-Mail', letter: 'Brief' },
  en: { date: 'Date', adviser: 'Your contact', telephone: 'Telephone', mail: 'E-mail', letter: 'Letter' },
};

/** A text that begins with an address goes to that one; its address is in the window then. */
const ADDRESSED = /^\s*\{\{ *(kunde|gesellschaft)\.anschrift *\}\}\s*/;

/** Further contents of letters. */
const REST =
  '{{ betreuer.name }}{{ betreuer.telefon }}{{ betreuer.email }}{{ betreuer.anschrift }}{{ firma.name }}{{ heute }}';

/** To whom a letter goes: its texts for address and name, and the text without the address. */
const addressed = (section: TemplateSection, kind: LetterJob['kind'], text: string) => {
  const [begin = '', named] = ADDRESSED.exec(text) ?? [];
  const group = (named ?? ('kunde' in groupsOf[section] ? 'kunde' : 'gesellschaft')) as FieldGroup;
  const name = group === 'kunde' ? '{{ kunde.vorname }} {{ kunde.name }}' : '{{ gesellschaft.name }}';
  const isLetter = kind === 'letter';
  return {
    address: isLetter ? `{{ ${group}.${ADDRESS.name} }}` : '',
    name: isLetter ? name : '',
    text: isLetter ? text.slice(begin.length) : text,
  };
};

/**
 * Checks the texts of letters before their job begins.
 * @throws 400 `unknown_placeholder`; 403 without the read scope of a record that is on the letters
 */
export const checkLetterTexts = (
  context: Context,
  { section, kind, subject, text }: Pick<LetterJob, 'section' | 'kind'> & Letter,
): void => {
  const to = addressed(section, kind, text);
  placeholdersIn(context, section, [subject, to.text, to.address, to.name]);
};

/** The contents of the letter to a record. @throws as `checkLetterTexts`, 404 */
const contentOf = async (context: Context, { section, kind, subject, text }: LetterJob, id: number) => {
  const to = addressed(section, kind, text);
  const own = placeholdersIn(context, section, [subject, to.text, to.address]);
  const all = placeholdersIn(context, section, [subject, to.text, to.address, to.name, REST]);
  const value = await placeholderValues(context, { section, id }, all);
  const { language } = disclosureOf(context.model.settings.disclosure);
  const words = WORDS[language];
  const content: LetterContent = {
    kind: kind === 'record' ? 'record' : 'letter',
    language,
    ...headOf(letterheadOf(context.model.settings.letterhead), value('firma.name'), value('betreuer.anschrift')),
    address: filled(to.address, value) || filledLine(to.name, value),
    info: [
      [words.date, value('heute')],
      [words.adviser, value('betreuer.name')],
      [words.telephone, value('betreuer.telefon')],
      [words.mail, value('betreuer.email')],
    ],
    subject: filledLine(subject, value),
    text: filled(to.text, value),
  };
  return { content, empty: [...own].filter((name) => !value(name)), file: content.subject || words.letter };
};

/**
 * Makes the letter to a record, in one transaction with the progress of its job.
 * @throws 404 for the record, and the errors of a document; LostLetterJob
 */
export const makeLetter = async (context: Context, lease: LetterLease, id: number): Promise<void> => {
  const { job } = lease;
  const { section } = job;
  const record = await readVisible(context, section, id);
  if (!record) throw fail('not_found');
  const { content, empty, file } = await contentOf(context, job, id);
  const held = await context.files.current.hold(job.org_id, await lettersPdf([content], job.created));
  try {
    const ids = await filedIds(context);
    const kid = contactOf(record, groupsOf[section]);
    const also = async (tx: Tx, documentId: number) => {
      await lease.add(tx, { record_id: id, document_id: documentId, content, empty, error: null });
      return filedActivity(context, ids, { section, id, kid, documentId, category: 'notiz' }, content);
    };
    const values = { name: fileNameOf(file, file, 'pdf'), extension: 'pdf', datum: localNow(context).slice(0, 10) };
    await insertDocument(documentsOf(context, { section, id }), values, held, also);
  } finally {
    await held.discard().catch(() => undefined);
  }
};
