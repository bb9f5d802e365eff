/** POST of a document, at its own address and below a record (rules 5.6, 16.5). */
import type { Tx } from '../../db/database.ts';
import { acceptBody } from '../../derive/body-schema.ts';
import { FILE_KEYS } from '../../derive/routes.ts';
import { fail, invalid } from '../../errors.ts';
import { NotBase64 } from '../../files/decode-base64.ts';
import type { Content, HeldContent, StoredContent } from '../../files/object-store.ts';
import type { Values } from '../../model/field-shape.ts';
import { fileName } from '../../model/file-name.ts';
import { prepared, type Sql, shared } from '../../sql.ts';
import { objectBody } from '../body.ts';
import { type Answer, type Call, localNow } from '../call.ts';
import { auditEntry } from '../commit.ts';
import { createdAnswer, keptAnswer } from '../created-answer.ts';
import { linkEvent } from '../events.ts';
import { type Extra, insertRecord } from '../insert-record.ts';
import type { Inserted } from '../item.ts';
import { linkRows, newLink, shownLink, tellLink } from '../links.ts';
import type { Place } from '../needed-records.ts';
import { referenceIssues } from '../references.ts';
import { requireParent } from '../require-parent.ts';
import { keepContent } from './content-lock.ts';
import { contentOf, problem } from './file-body.ts';
import { FormBody } from './form-body.ts';

/** A validated upload; whether its text is base64 throughout shows while it is stored. */
export interface Upload {
  readonly values: Values;
  readonly content: Content;
  /** Key of the body that carries the content. */
  readonly key: string;
}

/**
 * Validates an upload; all that is wrong is reported at once.
 * @throws 400 `validation_failed`, `body_<field>_forbidden`; 413 `file_too_large`
 */
export const acceptUpload = async (call: Call): Promise<Upload> => {
  const { collection } = call;
  const { resource } = collection;
  const sent = call.body instanceof FormBody ? call.body.asObject(resource) : call.body;
  const body = objectBody(sent, collection.forbidden);
  const given = collection.fixed.map(({ column }) => column);
  const { key, content, issues: ofContent } = contentOf(body);
  const { values, issues, failure } = acceptBody(resource, 'create', given, body, FILE_KEYS);
  const all = [...issues, ...ofContent];
  if (all.length || !content) throw invalid([...all, ...(await referenceIssues(call, resource, body))]);
  if (failure) throw fail(failure);
  return { values: { ...values, ...fileName(values) }, content, key };
};

const holdUpload = async (call: Call, { content, key }: Upload): Promise<HeldContent> => {
  await requireParent(call);
  try {
    return await call.files.current.hold(call.actor.orgId, content);
  } catch (cause) {
    if (cause instanceof NotBase64) throw invalid([problem(key, 'invalid_format', 'must be base64')]);
    throw fail('s3_upload_failed', { cause });
  }
};

/**
 * Stores the bytes before any row names them: as far as that takes long here, the rest where `work` names them.
 * @param work writes the row; the bytes are held until it has ended
 * @throws 400 `validation_failed` where they turn out to be no base64; 404 for the parent; 502 `s3_upload_failed`
 */
export const withStored = async <T>(
  call: Call,
  upload: Upload,
  work: (content: HeldContent) => Promise<T>,
): Promise<T> => {
  const content = await holdUpload(call, upload);
  try {
    return await work(content);
  } finally {
    // What stays aside is cleared by the sweep, and says nothing about the document.
    await content.discard().catch(() => undefined);
  }
};

/** Where the bytes of a document lie. */
export type Location = Pick<StoredContent, 'key' | 'size' | 'aws'>;

/** Content that a row already names, or that is settled before the first one does. */
type Named = Location & Partial<Pick<HeldContent, 'settle'>>;

/**
 * Settles content before the row that names it commits; the transaction keeps the sweep away.
 * @throws 502 `s3_upload_failed`
 */
export const settleContent = async ({ settle }: Pick<Named, 'settle'>): Promise<void> => {
  try {
    await settle?.();
  } catch (cause) {
    throw fail('s3_upload_failed', { cause });
  }
};

/** Columns that say where the bytes lie. */
export const locationColumns = ({ key, size, aws }: Location) => ({
  size,
  url: key,
  dir: key.slice(0, key.lastIndexOf('/')),
  aws,
});

/** A document's folder must be one of its own contact; 0 is no folder (rules 5.6). */
const guardFolder = async (place: Place, tx: Tx, ordner: unknown, kid: unknown): Promise<void> => {
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
export const guardOwner = async (place: Place, tx: Tx, { kid, ordner, vid, schaden }: Values): Promise<void> => {
  const [contract, damage] = [shared(vid ?? null), shared(schaden ?? null)];
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

/** A lost race runs again and a lost connection is answered as such; neither says anything about the link. */
const isPassing = (error: unknown): boolean => {
  const { code } = error as { code?: string };
  return code === undefined || /^(40001|40P01|57P..|53300|08...|E[A-Z]+)$/.test(code);
};

/** Links a document with the contract or damage it lies below. */
interface Linking {
  /** @throws 500 `link_failed`; with the transaction the document goes too, so that nothing stays */
  write(tx: Tx, documentId: number): Promise<void>;
  entries(documentId: number): Sql[];
}

const linkingWith = async (place: Place): Promise<Linking | null> => {
  const { parent, resource } = place.collection;
  if (!parent || !resource.place.alsoBelow.includes(parent.path)) return null;
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
    entries: (id) => [
      auditEntry(place, {
        section: 'links',
        recordId: ids[0],
        action: 'insert',
        owner,
        changes: { foreign_section: [null, 'documents'], foreign_id: [null, id] },
      }),
      ...tellLink(place, ids, owner, foreign(id), 'insert'),
      ...linkEvent(place, 'links.insert', owner, shownLink(newLink(ids[0], owner, foreign(id), now), parent)),
    ],
  };
};

/** Further work of the transaction that makes a document; its statements travel with COMMIT. */
export type AlsoWith = (tx: Tx, documentId: number) => Promise<readonly Sql[]>;

/**
 * Makes a document of content: row, link, audit in one transaction.
 * @throws 404 for the parent; 400 `validation_failed` for references; 500 `link_failed`; 502 `s3_upload_failed`
 */
export const insertDocument = async (
  place: Place,
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
      await Promise.all([guardOwner(place, tx, given), keepContent(tx, place.actor.orgId)]);
      await settleContent(content);
      more = await alsoWith(tx, id);
      await linking?.write(tx, id);
    },
    also: (record) => [...(linking?.entries(Number(record.id)) ?? []), ...more],
    ...kept,
  });
};

/** POST of a document at any of its addresses. */
export const uploadDocument = async (call: Call): Promise<Answer> => {
  const upload = await acceptUpload(call);
  return withStored(call, upload, async (content) =>
    createdAnswer(call, await insertDocument(call, upload.values, content, undefined, keptAnswer(call))),
  );
};
