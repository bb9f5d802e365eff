/** The activity that keeps a message or a letter, and its links with the document and the record. */
import type { Sql } from '../../sql/sql.ts';
import { type Context, localNow } from '../call/call.ts';
import { sideEffectStatements } from '../commit/commit.ts';
import { linkStatements } from '../documents/upload-document.ts';
import { insertion } from '../records/insert-record.ts';
import type { Letter, Subject } from './fill-template.ts';

/** Longest `titel` of an activity, and longest text. */
const [TITLE, TEXT] = [255, 65_535];

/** The number of an activity, and those of its links, drawn before the transaction. */
export interface FiledIds {
  readonly id: number;
  readonly links: readonly number[];
}

/** Draws the numbers. */
export const filedIds = async ({ db }: Context): Promise<FiledIds> => ({
  id: await db.nextId('activity_id_seq'),
  links: await Promise.all(Array.from({ length: 4 }, () => db.nextId('link_id_seq'))),
});

/**
 * Statements of a done activity, linked with its document and with the contract or damage that it is about.
 * @param about also the contact, and the key of a category of activities
 */
export const filedActivity = (
  context: Context,
  { id, links: [one = 0, two = 0, three = 0, four = 0] }: FiledIds,
  about: Subject & { readonly kid: unknown; readonly documentId: number; readonly category: 'email' | 'notiz' },
  { subject, text }: Letter,
): readonly Sql[] => {
  const { registry } = context.model;
  const resource = registry.get('activities');
  const options = resource.fields.kategorie?.options ?? [];
  const kategorie = (options.find(({ keys }) => keys?.includes(about.category)) ?? options[0])?.value;
  const now = localNow(context);
  const { row, change } = insertion(context, resource, id, {
    ...{ kid: about.kid, kategorie, titel: subject.slice(0, TITLE), beschreibung: text.slice(0, TEXT) },
    ...{ start: now, ende: now, status: 1, verantwortlich: context.actor.userKid },
  });
  const activity = { section: 'activities', id };
  const isLinked = registry.get('documents').nesting.alsoBelow.includes(about.section);
  return [
    row,
    ...sideEffectStatements(context, [change]),
    ...linkStatements(context, [one, two], activity, { section: 'documents', id: about.documentId }),
    ...(isLinked ? linkStatements(context, [three, four], { section: about.section, id: about.id }, activity) : []),
  ];
};

/** The place of the documents of a record. */
export const documentsOf = (context: Context, { section, id }: Subject) => ({
  ...context,
  ...{ parentPath: section, pathIds: [id], collection: context.model.collection(`${section}/#/documents`) },
});

/** The contact that a record belongs to. @param groups of the record kind */
export const contactOf = (
  record: Readonly<Record<string, unknown>>,
  groups: Readonly<Record<string, string>>,
): unknown => record[groups.kunde ?? groups.gesellschaft ?? ''] ?? null;
