/** POST of a document, at its own address and below a record (rules 5.6, 16.5). */
import type { Tx } from '../../db/database.ts';
import { FILE_KEYS } from '../../derive/routing/routes.ts';
import { validateBody } from '../../derive/validation/body-schema.ts';
import { fail, invalid } from '../../errors/api-error.ts';
import type { Content, LockedContent, StoredContent } from '../../files/object-store.ts';
import type { Values } from '../../model/declaration/field-shape.ts';
import { fileName } from '../../model/declaration/file-name-field.ts';
import { prepared, type Sql, sharedParam } from '../../sql/sql.ts';
import { objectBody } from '../call/body-shape.ts';
import { type Call, type Context, localNow, type OperationResult } from '../call/call.ts';
import { FormBody } from '../call/form-body.ts';
import type { Inserted } from '../call/item.ts';
import { auditEntry } from '../commit/commit.ts';
import { linkEvent } from '../commit/outbox-events.ts';
import { createResponse, storedCreateResponse } from '../records/create-response.ts';
import { type Extra, insertRecord } from '../records/insert-record.ts';
import type { Target } from '../references/lock-references.ts';
import { referenceIssues } from '../references/references.ts';
import { requireParent } from '../references/require-parent.ts';
import { type LinkEnd, linkFeedEntry, linkRows, newLink, shownLink } from '../relations/links.ts';
import { lockContentForShare } from './content-lock.ts';
import { contentOf, problem } from './file-body.ts';

/** A validated upload. */
export interface Upload {
  readonly values: Values;
  readonly content: Content;
}

/**
 * Validates an upload and reports all errors at once.
 * @throws 400 `validation_failed`, `body_<field>_forbidden`; 413 `file_too_large`
 */
export const acceptUpload = async (call: Call): Promise<Upload> => {
  const { collection } = call;
  const { resource } = collection;
  const sent = call.body instanceof FormBody ? call.body.asObject(resource) : call.body;
  const body = objectBody(sent, collection.forbidden);
  const given = collection.fixed.map(({ column }) => column);
  const { content, issues: ofContent } = contentOf(body);
  const { values, issues, failure } = validateBody(resource, 'create', given, body, FILE_KEYS);
  const all = [...issues, ...ofContent];
  if (all.length || !content) throw invalid([...all, ...(await referenceIssues(call, resource, body))]);
  if (failure) throw fail(failure);
  return { values: { ...values, ...fileName(values) }, content };
};

const holdUpload = async (call: Call, { content }: Upload): Promise<LockedContent> => {
  await requireParent(call);
  try {
    return await call.files.current.hold(call.actor.orgId, content);
  } catch (cause) {
    throw fail('s3_upload_failed', { cause });
  }
};

/**
 * Stores the bytes before any row refers to them: the slow part here, the rest in `work`.
 * @param work writes the row; the bytes are held until it has ended
 * @throws 404 for the parent; 502 `s3_upload_failed`
 */
export const withStored = async <T>(
  call: Call,
  upload: Upload,
  work: (content: LockedContent) => Promise<T>,
): Promise<T> => {
  const content = await holdUpload(call, upload);
  try {
    return await work(content);
  } finally {
    // A remaining spool file is removed by the cleanup and does not affect the document.
    await content.discard().catch(() => undefined);
  }
};

/** Where the bytes of a document are stored. */
export type Location = Pick<StoredContent, 'key' | 'size' | 'aws'>;

/** Content that a row already refers to, or that is settled before the first row does. */
type Named = Location & Partial<Pick<LockedContent, 'settle'>>;

/**
 * Settles content before the row that refers to it commits; the transaction excludes the garbage collection.
 * @throws 502 `s3_upload_failed`
 */
export const settleContent = async ({ settle }: Pick<Named, 'settle'>): Promise<void> => {
  try {
    await settle?.();
  } catch (cause) {
    throw fail('s3_upload_failed', { cause });
  }
};

/** Columns with the location of the bytes. */
export const locationColumns = ({ key, size, aws }: Location) => ({
  size,
  url: key,
  dir: key.slice(0, key.lastIndexOf('/')),
  aws,
});

/** A document's folder must be one of its own contact; 0 is no folder (rules 5.6). */
const guardFolder = async (place: Target, tx: Tx, ordner: unknown, kid: unknown): Promise<void> => {
  if (!ordner) return;
  const [folder] = await tx.run(prepared`select 1
    from document_folder
    where org_id = ${place.actor.orgId} and id = ${ordner} and kid = ${kid ?? 0}
    for key share`);
  if (!folder) throw invalid([problem('ordner', 'invalid_reference', `names no folder of this contact: ${ordner}`)]);
};

/**
 * Folder, contract and damage of a document must be those of its own contact; a document without one names any.
 * @throws 400 `validation_failed` with `invalid_reference` at each field
 */
export const guardOwner = async (place: Target, tx: Tx, { kid, ordner, vid, schaden }: Values): Promise<void> => {
  const [contract, damage] = [sharedParam(vid ?? null), sharedParam(schaden ?? null)];
  const holders = async (): Promise<void> => {
    if (kid == null || (vid == null && schaden == null)) return;
    const [row] = await tx.run<{ vid: number | null; schaden: number | null }>(prepared`select
        (select c.kid from contract c where c.org_id = ${place.actor.orgId} and c.id = ${contract}::int) as vid,
        (select d.kid from damage d where d.org_id = ${place.actor.orgId} and d.id = ${damage}::int) as schaden`);
    const foreign = (['vid', 'schaden'] as const).filter((name) => row?.[name] != null && row[name] !== kid);
    if (foreign.length)
      throw invalid(foreign.map((name) => problem(name, 'invalid_reference', 'belongs to another contact than kid')));
  };
  await Promise.all([guardFolder(place, tx, ordner, kid), holders()]);
};

/** A lost race is repeated and a lost connection has its own error; neither is an error of the link. */
const isPassing = (error: unknown): boolean => {
  const { code } = error as { code?: string };
  return code === undefined || /^(40001|40P01|57P..|53300|08...|E[A-Z]+)$/.test(code);
};

/** Links a document with its contract or damage. */
interface Linking {
  /** @throws 500 `link_failed`; the document is rolled back with the transaction */
  write(tx: Tx, documentId: number): Promise<void>;
  entries(documentId: number): Sql[];
}

/** Audit entry, feed entries and event of a new link. @param owner the record that the event shows it at */
const linkEntries = (context: Context, ids: readonly [number, number], owner: LinkEnd, foreign: LinkEnd): Sql[] => [
  auditEntry(context, {
    section: 'links',
    recordId: ids[0],
    action: 'insert',
    owner,
    changes: { foreign_section: [null, foreign.section], foreign_id: [null, foreign.id] },
  }),
  ...linkFeedEntry(context, ids, owner, foreign, 'insert'),
  ...linkEvent(
    context,
    'links.insert',
    owner,
    shownLink(newLink(ids[0], owner, foreign, localNow(context)), context.model.registry.get(owner.section)),
  ),
];

/** The rows of a new link with their entries. @param ids of its two rows, drawn before the transaction */
export const linkStatements = (
  context: Context,
  ids: readonly [number, number],
  owner: LinkEnd,
  foreign: LinkEnd,
): Sql[] => [
  linkRows(context.actor.orgId, ids, owner, foreign, localNow(context)),
  ...linkEntries(context, ids, owner, foreign),
];

const linkingWith = async (place: Target): Promise<Linking | null> => {
  const { parent, resource } = place.collection;
  if (!parent || !resource.nesting.alsoBelow.includes(parent.path)) return null;
  const ids = [await place.db.nextId('link_id_seq'), await place.db.nextId('link_id_seq')] as const;
  const owner = { section: parent.path, id: place.pathIds[0] ?? 0 };
  const now = localNow(place);
  const foreign = (id: number) => ({ section: 'documents', id });
  return {
    write: async (tx, id) => {
      try {
        await tx.run(linkRows(place.actor.orgId, ids, owner, foreign(id), now));
      } catch (cause) {
        throw isPassing(cause) ? cause : fail('link_failed', { cause });
      }
    },
    entries: (id) => linkEntries(place, ids, owner, foreign(id)),
  };
};

/** Further work in the transaction of a new document; its statements are sent with COMMIT. @param kid the document's contact */
export type AlsoWith = (tx: Tx, documentId: number, kid: unknown) => Promise<readonly Sql[]>;

/**
 * Inserts a document for stored content: row, link and audit entry in one transaction.
 * @throws 404 for the parent; 400 `validation_failed` for references; 500 `link_failed`; 502 `s3_upload_failed`
 */
export const insertDocument = async (
  place: Target,
  values: Values,
  content: Named,
  alsoWith: AlsoWith = async () => [],
  kept: Pick<Extra, 'keep'> = {},
): Promise<Inserted> => {
  const linking = await linkingWith(place);
  let more: readonly Sql[] = [];
  const isEml = String(values.extension).toLowerCase() === 'eml' ? 1 : 0;
  const item = { values: { ...values, ...locationColumns(content), is_eml: isEml }, nested: {} };
  return insertRecord(place, item, {
    guard: async (tx, given, id) => {
      await Promise.all([guardOwner(place, tx, given), lockContentForShare(tx, place.actor.orgId)]);
      await settleContent(content);
      more = await alsoWith(tx, id, given.kid);
      await linking?.write(tx, id);
    },
    also: (record) => [...(linking?.entries(Number(record.id)) ?? []), ...more],
    ...kept,
  });
};

/** POST of a document at any of its paths. */
export const uploadDocument = async (call: Call): Promise<OperationResult> => {
  const upload = await acceptUpload(call);
  return withStored(call, upload, async (content) =>
    createResponse(call, await insertDocument(call, upload.values, content, undefined, storedCreateResponse(call))),
  );
};
