/** The inbox: submitted documents wait until a user assigns them to a record or discards them (rules 5.16). */
import { setTimeout } from 'node:timers/promises';
import type { Database, Tx } from '../../db/database.ts';
import { localTime } from '../../derive/local-time.ts';
import { type Collection, collectionsOf } from '../../derive/routing/collections.ts';
import { jsonExpression } from '../../derive/storage/columns.ts';
import { ApiError, fail } from '../../errors/api-error.ts';
import type { StoredContent } from '../../files/object-store.ts';
import type { AnswerOf } from '../../model/calls/index.ts';
import type { Values } from '../../model/declaration/field-shape.ts';
import { registry } from '../../model/registry.ts';
import { DAY_MS } from '../../shared/durations.ts';
import { RESTORE_DAYS } from '../../shared/limits.ts';
import { raw, type Sql, sql } from '../../sql/sql.ts';
import { type Call, type Context, json, localNow, type OperationResult } from '../call/call.ts';
import type { Inserted } from '../call/item.ts';
import { auditEntry } from '../commit/commit.ts';
import { insertRecord } from '../records/insert-record.ts';
import { removeLocked } from '../records/remove.ts';
import { lockRecord } from '../records/update.ts';
import { lockContentForShare } from './content-lock.ts';
import type { ReadableText } from './extract-text.ts';
import type { ApplyRule, RuleEffect } from './inbox-rules.ts';
import { acceptUpload, insertDocument, locationColumns, settleContent, withStored } from './upload-document.ts';

/** POST `/v3/inbox/documents`. */
export const submitToInbox = async (call: Call): Promise<OperationResult> => {
  const upload = await acceptUpload(call);
  const answerOf = ({ id }: Pick<Inserted, 'id'>): OperationResult => json(201, { success: true, id });
  const { keeper } = call;
  return withStored(call, upload, async (content) => {
    const item = { values: { ...upload.values, ...locationColumns(content) }, nested: {} };
    const made = await insertRecord(call, item, {
      guard: async (tx) => {
        await lockContentForShare(tx, call.actor.orgId);
        await settleContent(content);
      },
      ...(keeper ? { keep: (inserted) => keeper.answer(answerOf(inserted)) } : {}),
    });
    readAhead(call, [{ extension: String(upload.values.extension), url: content.key, aws: content.aws }]);
    return answerOf(made);
  });
};

/** A waiting document as it is shown to those who assign it. */
export type InboxItem = Omit<AnswerOf<'GET /v3/inbox/documents'>['items'][number], 'proposals' | 'rule'>;

/** A waiting document, and where its bytes are. */
export type WaitingRow = InboxItem & Pick<StoredContent, 'aws'> & { readonly url: string };

const SHOWN =
  raw(`t.id, t.name, t.extension, t.size, to_char(t.datum, 'YYYY-MM-DD') as datum, t.betreff, t.absender, t.antwort_auf, t.kid, t.vid,
      t.schaden, to_char(t.insert_datum, 'YYYY-MM-DD HH24:MI:SS') as insert_datum`);

/** Documents of an organisation that wait. */
const waitingDocuments = (orgId: number): Sql => sql`inbox_document t
    where t.org_id = ${orgId} and t.del = 0 and t.state = 'waiting'`;

/** The waiting documents, oldest first. */
export const listInbox = ({ db, actor }: Context): Promise<InboxItem[]> =>
  db.read<InboxItem>(sql`select ${SHOWN}
    from ${waitingDocuments(actor.orgId)}
    order by t.id
    limit 5000`);

/** A page of the waiting documents, oldest first, and how many there are. */
export const pageOfInbox = async (
  { db, actor: { orgId } }: Context,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<{ total: number; rows: WaitingRow[] }> => {
  const [[counted], rows] = await Promise.all([
    db.read<{ total: number }>(sql`select count(*)::int as total
    from ${waitingDocuments(orgId)}`),
    db.read<WaitingRow>(sql`select ${SHOWN}, t.url, t.aws
    from ${waitingDocuments(orgId)}
    order by t.id
    limit ${limit}::int offset ${(page - 1) * limit}::bigint`),
  ]);
  return { total: counted?.total ?? 0, rows };
};

const missing = (id: number) => fail('not_found', { message: `No document ${id} waits in the inbox.` });

const find = async (db: Database, orgId: number, id: number): Promise<WaitingRow> => {
  const [row] = await db.read<WaitingRow>(sql`select ${SHOWN}, t.url, t.aws
    from ${waitingDocuments(orgId)} and t.id = ${id}`);
  if (!row) throw missing(id);
  return row;
};

/** The bytes of a waiting document. @throws 404; 503 if the store does not return them */
export const inboxContent = async ({ db, actor, files }: Context, id: number) => {
  const { name, extension, size, url, aws } = await find(db, actor.orgId, id);
  try {
    return { name, extension, size, stream: await files.of(aws).open(url) };
  } catch (cause) {
    throw fail('service_unavailable', { cause, message: 'The content of the document cannot be read now.' });
  }
};

/** Bytes and characters at the beginning of a document that are searched for mentions. */
const SEARCHED = { bytes: 64 * 1024, characters: 8000 };

type StoredFile = Pick<WaitingRow, 'extension' | 'url' | 'aws'>;

const isPdf = ({ extension }: StoredFile): boolean => extension.toLowerCase() === 'pdf';

/** Reads the texts of PDFs, of which the first call of `beginningOf` does not wait for more than its time. */
const pdfTextOf = async ({ files }: Context, { url, aws }: StoredFile): Promise<string> => {
  const { beginningOfPdf } = await import('./pdf-text.ts');
  return beginningOfPdf(url, () => files.of(aws).open(url)).catch(() => '');
};

/** Reads the texts of PDFs ahead, so that `beginningOf` finds them. */
export const readAhead = (context: Context, rows: readonly StoredFile[]): void => {
  for (const row of rows.filter(isPdf)) void pdfTextOf(context, row);
};

/**
 * The beginning of a document's text; empty where it has none that can be read now.
 * @param until when the text of a PDF must be there, on the clock of `performance.now`
 */
export const beginningOf = async (context: Context, row: WaitingRow, until: number): Promise<string> => {
  const { files } = context;
  const { extension, size, url, aws } = row;
  if (isPdf(row)) {
    const late = setTimeout(Math.max(1, until - performance.now()), '', { ref: false });
    return (await Promise.race([pdfTextOf(context, row), late])).replaceAll('\0', ' ');
  }
  const { readableText } = await import('./extract-text.ts');
  const end = Math.min(size, SEARCHED.bytes);
  const open = () => files.of(aws).open(url, { start: 0, end: end - 1 });
  const { text } = await readableText({ extension, size: end, open }).catch(() => ({ text: null }));
  // PostgreSQL refuses NUL in texts.
  return (text ?? '').slice(0, SEARCHED.characters).replaceAll('\0', ' ');
};

/** The text of a waiting document. @throws as `inboxContent` */
export const inboxText = async (context: Context, id: number): Promise<ReadableText> => {
  const { extension, size } = await find(context.db, context.actor.orgId, id);
  // The text extraction is loaded on first use: few commands need it, and the service not at startup.
  const { readableText } = await import('./extract-text.ts');
  return readableText({ extension, size, open: async () => (await inboxContent(context, id)).stream });
};

const noneIfMissing = (error: unknown): null => {
  if (error instanceof ApiError && error.status === 404) return null;
  throw error;
};

/** Locks a waiting document, so that it is assigned or discarded once. @throws 404 */
const lock = async ({ actor }: Context, tx: Tx, id: number): Promise<void> => {
  const [row] = await tx.run(sql`select 1
    from ${waitingDocuments(actor.orgId)} and t.id = ${id}
    for no key update`);
  if (!row) throw missing(id);
};

interface Place {
  readonly state: 'waiting' | 'assigned' | 'discarded';
  readonly document_id: number | null;
}

const WAITING: Place = { state: 'waiting', document_id: null };
const ACTIONS = { waiting: 'return', assigned: 'assign', discarded: 'discard' } as const;

/** A locked document of the inbox goes from one place to another. */
const goes = (context: Context, id: number, from: Place, to: Place): Sql[] => [
  sql`update inbox_document t
    set state = v.state, document_id = v.document_id, edit_datum = v.edit_datum,
      printed = ${jsonExpression(context.model.registry.get('inbox/documents'), 't', {
        state: raw('v.state'),
        document_id: raw('v.document_id'),
        edit_datum: raw('v.edit_datum'),
      })}
    from (
      select ${to.state}::text as state, ${to.document_id}::int as document_id, ${localNow(context)}::timestamp(0) as edit_datum) v
    where t.org_id = ${context.actor.orgId} and t.id = ${id}`,
  auditEntry(context, {
    section: 'inbox',
    recordId: id,
    action: ACTIONS[to.state],
    changes: {
      state: [from.state, to.state],
      ...(from.document_id === to.document_id ? {} : { document_id: [from.document_id, to.document_id] }),
    },
  }),
];

const underRecords = collectionsOf(registry).filter(({ resource, parent }) => resource.content === 'served' && parent);

/** The collection of documents below a record kind. */
export const documentsOf = ({ model }: Context, section: string): Collection => {
  const { pattern = '' } = underRecords.find(({ parent }) => parent?.path === section) ?? {};
  return model.collection(pattern);
};

/** A record that a document is assigned to. */
export interface AssignedTo {
  readonly section: string;
  readonly id: number;
}

/** Further values of the document, a rule to apply, and how the answer is saved for an `Idempotency-Key`. */
interface Assigning {
  readonly values?: Values;
  readonly rule?: ApplyRule | null;
  readonly keep?: (made: Assigned) => readonly Sql[];
}

/** The document that was made, and the effects of the rule. */
export interface Assigned {
  readonly documentId: number;
  readonly effect: RuleEffect | null;
}

/**
 * Makes a document of a waiting one below a record, with link and audit entry as at an upload.
 * @returns the document's id
 * @throws 404 where it does not wait (any more) or the record is missing; as `proposeChange` for the rule
 */
export const assignInboxDocument = async (
  context: Context,
  id: number,
  to: AssignedTo,
  { values = {}, rule = null, keep }: Assigning = {},
): Promise<Assigned> => {
  const row = await find(context.db, context.actor.orgId, id);
  const place = { ...context, collection: documentsOf(context, to.section), pathIds: [to.id] };
  const { name, extension, datum, url: key, size, aws } = row;
  let effect: RuleEffect | null = null;
  const made = await insertDocument(
    place,
    { name, extension, datum, ...values },
    { key, size, aws },
    async (tx, documentId, kid) => {
      await lock(context, tx, id);
      const applied = await rule?.(tx, kid);
      effect = applied?.effect ?? null;
      return [
        ...goes(context, id, WAITING, { state: 'assigned', document_id: documentId }),
        ...(applied?.statements ?? []),
      ];
    },
    keep ? { keep: (inserted) => keep({ documentId: inserted.id, effect }) } : {},
  );
  return { documentId: made.id, effect };
};

/**
 * Takes a waiting document out of the inbox.
 * @param keep saves the answer for an `Idempotency-Key`
 * @throws 404 where it does not wait (any more)
 */
export const discardInboxDocument = async (
  context: Context,
  id: number,
  keep: () => readonly Sql[] = () => [],
): Promise<void> => {
  await context.db.transaction(async (tx) => {
    await lock(context, tx, id);
    await tx.finish([...goes(context, id, WAITING, { state: 'discarded', document_id: null }), ...keep()]);
  });
};

/**
 * Brings a document back that was assigned or discarded in the last 30 days; the document of the record is deleted, as far as it
 * is still there.
 * @param keep saves the answer for an `Idempotency-Key`
 * @throws 404 where it waits, or left the inbox before
 */
export const returnInboxDocument = async (
  context: Context,
  id: number,
  keep: () => readonly Sql[] = () => [],
): Promise<void> => {
  const { actor, model } = context;
  const earliest = localTime(actor.timeZone, context.now() - RESTORE_DAYS * DAY_MS);
  await context.db.transaction(async (tx) => {
    const [left] = await tx.run<Place>(sql`select t.state, t.document_id
    from inbox_document t
    where t.org_id = ${actor.orgId} and t.id = ${id} and t.del = 0 and t.state <> 'waiting' and t.edit_datum >= ${earliest}::timestamp
    for no key update`);
    if (!left)
      throw fail('not_found', { message: `No document ${id} left the inbox in the last ${RESTORE_DAYS} days.` });
    const last = [...goes(context, id, left, WAITING), ...keep()];
    const made = { ...context, collection: model.collection('documents'), pathIds: [left.document_id ?? 0] };
    const locked = left.document_id === null ? null : await lockRecord(made, tx, 'update').catch(noneIfMissing);
    if (locked) await removeLocked(made, tx, [locked], { last });
    else await tx.finish(last);
  });
};
