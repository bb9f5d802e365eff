/** The inbox: submitted documents wait until someone assigns them to a record or discards them (rules 5.16). */
import type { Database, Tx } from '../../db/database.ts';
import { collectionsOf } from '../../derive/collections.ts';
import { printExpression } from '../../derive/columns.ts';
import { ApiError, fail } from '../../errors.ts';
import type { StoredContent } from '../../files/object-store.ts';
import type { Assignable } from '../../model/inbox.ts';
import { registry } from '../../model/registry.ts';
import { raw, type Sql, sql } from '../../sql.ts';
import { type Answer, type Call, type Context, json, localNow } from '../call.ts';
import { auditEntry } from '../commit.ts';
import { insertRecord } from '../insert-record.ts';
import type { Inserted } from '../item.ts';
import { keepContent } from './content-lock.ts';
import type { ReadableText } from './readable-text.ts';
import { acceptUpload, insertDocument, locationColumns, settleContent, withStored } from './upload-document.ts';

/** POST `/v3/inbox/documents`. */
export const submitToInbox = async (call: Call): Promise<Answer> => {
  const upload = await acceptUpload(call);
  const answerOf = ({ id }: Pick<Inserted, 'id'>): Answer => json(201, { success: true, id });
  const { keeper } = call;
  return withStored(call, upload, async (content) => {
    const item = { values: { ...upload.values, ...locationColumns(content) }, nested: {} };
    const made = await insertRecord(call, item, {
      guard: async (tx) => {
        await keepContent(tx, call.actor.orgId);
        await settleContent(content);
      },
      ...(keeper ? { keep: (inserted) => keeper.answer(answerOf(inserted)) } : {}),
    });
    return answerOf(made);
  });
};

/** A waiting document as it is shown to those who assign it. */
export interface InboxItem {
  readonly id: number;
  readonly name: string;
  readonly extension: string;
  readonly size: number;
  readonly datum: string | null;
  readonly betreff: string | null;
  readonly absender: string | null;
  readonly kid: number | null;
  readonly vid: number | null;
  readonly schaden: number | null;
  readonly insert_datum: string;
}

type Row = InboxItem & Pick<StoredContent, 'aws'> & { readonly url: string };

const SHOWN =
  raw(`t.id, t.name, t.extension, t.size, to_char(t.datum, 'YYYY-MM-DD') as datum, t.betreff, t.absender, t.kid, t.vid,
      t.schaden, to_char(t.insert_datum, 'YYYY-MM-DD HH24:MI:SS') as insert_datum`);

/** Documents of an organisation that wait. */
export const waitingDocuments = (orgId: number): Sql => sql`inbox_document t
    where t.org_id = ${orgId} and t.del = 0 and t.state = 'waiting'`;

/** What waits, oldest first. */
export const listInbox = ({ db, actor }: Context): Promise<InboxItem[]> =>
  db.read<InboxItem>(sql`select ${SHOWN}
    from ${waitingDocuments(actor.orgId)}
    order by t.id
    limit 5000`);

const missing = (id: number) => fail('not_found', { message: `No document ${id} waits in the inbox.` });

const find = async (db: Database, orgId: number, id: number): Promise<Row> => {
  const [row] = await db.read<Row>(sql`select ${SHOWN}, t.url, t.aws
    from ${waitingDocuments(orgId)} and t.id = ${id}`);
  if (!row) throw missing(id);
  return row;
};

/** The bytes of a waiting document. @throws 404; 503 where the keeper does not give them */
export const inboxContent = async ({ db, actor, files }: Context, id: number) => {
  const { name, extension, size, url, aws } = await find(db, actor.orgId, id);
  try {
    return { name, extension, size, stream: await files.of(aws).open(url) };
  } catch (cause) {
    throw fail('service_unavailable', { cause, message: 'The content of the document cannot be read now.' });
  }
};

/** The text of a waiting document. @throws as `inboxContent` */
export const inboxText = async (context: Context, id: number): Promise<ReadableText> => {
  const { extension, size } = await find(context.db, context.actor.orgId, id);
  // What reads documents is loaded where one is read: few commands do, and a service not soon.
  const { readableText } = await import('./readable-text.ts');
  return readableText({ extension, size, open: async () => (await inboxContent(context, id)).stream });
};

/** Locks a waiting document, so that it is assigned or discarded once. @throws 404 */
const lock = async ({ actor }: Context, tx: Tx, id: number): Promise<void> => {
  const [row] = await tx.run(sql`select 1
    from ${waitingDocuments(actor.orgId)} and t.id = ${id}
    for no key update`);
  if (!row) throw missing(id);
};

const leaves = (context: Context, id: number, state: 'assigned' | 'discarded', documentId: number | null): Sql[] => [
  sql`update inbox_document t
    set state = v.state, document_id = v.document_id, edit_datum = v.edit_datum,
      printed = ${printExpression(context.model.registry.get('inbox/documents'), 't', {
        state: raw('v.state'),
        document_id: raw('v.document_id'),
        edit_datum: raw('v.edit_datum'),
      })}
    from (
      select ${state}::text as state, ${documentId}::int as document_id, ${localNow(context)}::timestamp(0) as edit_datum) v
    where t.org_id = ${context.actor.orgId} and t.id = ${id}`,
  auditEntry(context, {
    section: 'inbox',
    recordId: id,
    action: state === 'assigned' ? 'assign' : 'discard',
    changes: { state: ['waiting', state], ...(documentId === null ? {} : { document_id: [null, documentId] }) },
  }),
];

const underRecords = collectionsOf(registry).filter(({ resource, parent }) => resource.content === 'served' && parent);

/** A record that a document is assigned to. */
export interface AssignedTo {
  readonly section: Assignable;
  readonly id: number;
}

/**
 * Makes a document of a waiting one below a record, with link and audit entry as at an upload.
 * @returns the document's id
 * @throws 404 where it does not wait (any more) or the record is missing
 */
export const assignInboxDocument = async (context: Context, id: number, to: AssignedTo): Promise<number> => {
  const row = await find(context.db, context.actor.orgId, id);
  const { pattern = '' } = underRecords.find(({ parent }) => parent?.path === to.section) ?? {};
  const place = { ...context, collection: context.model.collection(pattern), pathIds: [to.id] };
  const { name, extension, datum, url: key, size, aws } = row;
  const made = await insertDocument(place, { name, extension, datum }, { key, size, aws }, async (tx, documentId) => {
    await lock(context, tx, id);
    return leaves(context, id, 'assigned', documentId);
  });
  return made.id;
};

/** Takes a waiting document out of the inbox. @throws 404 where it does not wait (any more) */
export const discardInboxDocument = async (context: Context, id: number): Promise<void> => {
  await context.db.transaction(async (tx) => {
    await lock(context, tx, id);
    await tx.finish(leaves(context, id, 'discarded', null));
  });
};

/** Does something with several waiting documents, one after the other. @returns those that do not wait (any more) */
export const eachWaiting = async (
  { db, actor }: Context,
  ids: readonly number[],
  work: (id: number) => Promise<unknown>,
): Promise<number[]> => {
  const gone: number[] = [];
  for (const id of new Set(ids)) {
    try {
      await work(id);
    } catch (error) {
      // The record may be what is missing.
      const waiting = await db.read(sql`select 1 from ${waitingDocuments(actor.orgId)} and t.id = ${id}`);
      if (waiting.length || !(error instanceof ApiError && error.code === 'not_found')) throw error;
      gone.push(id);
    }
  }
  return gone;
};
