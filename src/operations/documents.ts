/** Documents: upload, metadata, bytes (spec: Documents; decisions 5.6). */
import type { Tx } from '../db/database.ts';
import { acceptBody } from '../derive/body-schema.ts';
import { isOn } from '../derive/query-schema.ts';
import { ApiError, fail, invalid } from '../errors.ts';
import type { StoredContent } from '../files/object-store.ts';
import type { Values } from '../model/kinds.ts';
import { objectBody } from './body.ts';
import { type Answer, type Call, json, localNow } from './call.ts';
import { auditEntry } from './commit.ts';
import { contentHeaders, type Disposition, parseRange } from './content-headers.ts';
import { createdAnswer } from './create.ts';
import { CONTENT_KEYS, decodeContent, fileName } from './file-body.ts';
import { nextId } from './ids.ts';
import { insertRecord } from './insert-record.ts';
import { linkRows } from './links.ts';
import { checkPrecondition } from './precondition.ts';
import { lockReferences, referenceIssues } from './references.ts';
import { readRecord, retrieve } from './retrieve.ts';
import { acceptPatch, lockRecord, writeChange } from './update.ts';

/** A validated upload. */
interface Upload {
  readonly values: Values;
  readonly bytes: Buffer;
}

/** Validates an upload's metadata and decodes its content; all that is wrong is told at once. */
export const acceptUpload = async (call: Call): Promise<Upload> => {
  const { collection } = call;
  const { resource } = collection;
  const body = objectBody(call.body, collection.forbidden);
  const given = collection.fixed.map(({ column }) => column);
  const { values, issues } = acceptBody(resource, 'create', given, body, CONTENT_KEYS);
  const content = decodeContent(body);
  const all = 'issue' in content ? [...issues, content.issue] : issues;
  if (all.length || 'issue' in content) throw invalid([...all, ...(await referenceIssues(call, resource, body))]);
  return { values, bytes: content.bytes };
};

/** Writes the bytes before any row names them. @throws 502 `s3_upload_failed` */
export const storeContent = async (call: Call, bytes: Buffer): Promise<StoredContent> => {
  try {
    return await call.files.put(call.actor.orgId, bytes);
  } catch (cause) {
    throw fail('s3_upload_failed', { cause });
  }
};

/** Columns that say where the bytes lie. */
export const contentColumns = (call: Call, stored: StoredContent) => ({
  size: stored.size,
  url: stored.key,
  dir: stored.key.slice(0, stored.key.lastIndexOf('/')),
  aws: call.files.aws,
});

/** A document's folder must be one of its own contact; 0 is no folder (decisions 5.6). */
const guardFolder = async (call: Call, tx: Tx, ordner: unknown, kid: unknown): Promise<void> => {
  if (!ordner) return;
  const [folder] = await tx.run({
    name: 'folder of kid',
    text: 'select 1 from document_folder where org_id = $1 and id = $2 and kid = $3 for key share',
    values: [call.actor.orgId, ordner, kid ?? 0],
  });
  if (folder) return;
  throw invalid([
    { path: ['ordner'], code: 'invalid_reference', message: `ordner names no folder of this contact: ${ordner}.` },
  ]);
};

/** Below a contract or a damage the document is linked with it. */
const linkWithOwner = async (call: Call) => {
  const { parent } = call.collection;
  if (!parent?.knownBelowAs) return undefined;
  const ids = [await nextId(call.db, 'link_id_seq'), await nextId(call.db, 'link_id_seq')] as const;
  const owner = { section: parent.path, id: call.numbers[0] ?? 0 };
  return (record: Values) => [
    linkRows(call.actor.orgId, ids, owner, { section: 'documents', id: Number(record.id) }, localNow(call)),
  ];
};

/** POST of a document at any of its addresses. */
export const uploadDocument = async (call: Call): Promise<Answer> => {
  const { values, bytes } = await acceptUpload(call);
  const also = await linkWithOwner(call);
  const stored = await storeContent(call, bytes);
  const names = fileName(values);
  const item = {
    values: {
      ...values,
      ...names,
      ...contentColumns(call, stored),
      is_eml: names.extension.toLowerCase() === 'eml' ? 1 : 0,
    },
    nested: {},
  };
  const guard = (tx: Tx, given: Record<string, unknown>) => guardFolder(call, tx, given.ordner, given.kid);
  try {
    return createdAnswer(call, await insertRecord(call, item, { guard, also }));
  } catch (error) {
    if (error instanceof ApiError || (error as { table?: string }).table !== 'link') throw error;
    throw fail('link_failed', { cause: error });
  }
};

const bytesOf = async (call: Call, key: string): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of await openContent(call, key)) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

const openContent = async (call: Call, key: string, range?: { start: number; end: number }) => {
  try {
    return await call.files.open(key, range);
  } catch (cause) {
    throw fail('s3_upload_failed', { cause, message: 'The content of the document cannot be read.' });
  }
};

/** GET of one document: metadata, with `with_base64` its content too, with `file` the bytes alone. */
export const readDocument = async (call: Call): Promise<Answer> => {
  if (isOn(call.query.file)) return sendDocument(call, 'attachment');
  const answer = await retrieve(call);
  if (!isOn(call.query.with_base64)) return answer;
  const text = String(answer.body);
  const { url } = JSON.parse(text) as { url: string };
  const content = (await bytesOf(call, url)).toString('base64');
  return { status: 200, body: `${text.slice(0, -1)},"base64":"${content}"}` };
};

/** The bytes of a document, whole or a range of them. */
export const sendDocument = async (call: Call, disposition: Disposition): Promise<Answer> => {
  const record = JSON.parse(await readRecord(call, [])) as {
    name: string;
    extension: string;
    url: string;
    size: number;
  };
  const etag = `"${record.url.slice(record.url.lastIndexOf('/') + 1)}"`;
  const headers = { ...contentHeaders(record.name, record.extension, disposition), ETag: etag };
  if (call.headers['if-none-match'] === etag) return { status: 304, body: null, headers };
  const range = parseRange(call.headers.range, record.size);
  if (range === 'unsatisfiable') {
    throw fail('range_not_satisfiable', { headers: { 'Content-Range': `bytes */${record.size}` } });
  }
  const stream = await openContent(call, record.url, range ?? undefined);
  if (!range) return { status: 200, body: stream, headers: { ...headers, 'Content-Length': String(record.size) } };
  return {
    status: 206,
    body: stream,
    headers: {
      ...headers,
      'Content-Range': `bytes ${range.start}-${range.end}/${record.size}`,
      'Content-Length': String(range.end - range.start + 1),
    },
  };
};

const folderName = async (call: Call, tx: Tx, id: unknown): Promise<string | null> => {
  if (!id) return null;
  const [row] = await tx.run<{ name: string }>({
    text: 'select name from document_folder where org_id = $1 and id = $2',
    values: [call.actor.orgId, id],
  });
  return row?.name ?? null;
};

/** PATCH of a document's metadata; another `ordner` moves it, which the audit log tells as such (spec: States). */
export const changeDocument = async (call: Call): Promise<Answer> => {
  const values = await acceptPatch(call);
  const updated = await call.db.transaction(async (tx) => {
    const locked = await lockRecord(call, tx, 'no key update');
    checkPrecondition(call, locked.printed);
    const { resource } = call.collection;
    const differing = Object.fromEntries(
      Object.entries(values).filter(([name, value]) => locked.record[name] !== value),
    );
    await lockReferences(call, tx, resource, differing);
    const after = { ...locked.record, ...values };
    const moves = values.ordner !== undefined && (values.ordner ?? 0) !== locked.record.ordner;
    if (moves || differing.kid !== undefined) await guardFolder(call, tx, after.ordner, after.kid);
    if (!moves) return writeChange(call, tx, locked, values);
    const move = {
      name: after.name,
      ordner_alt: await folderName(call, tx, locked.record.ordner),
      ordner_neu: await folderName(call, tx, after.ordner),
    };
    return writeChange(call, tx, locked, values, {
      of: (changes) =>
        Object.keys(changes).length === 1
          ? { audit: { action: 'move', changes: move }, event: 'move' }
          : { alsoMoved: true },
      also: (changes) =>
        Object.keys(changes).length === 1
          ? []
          : [auditEntry(call, { section: 'documents', recordId: locked.id, action: 'move', changes: move })],
    });
  });
  return json(200, { success: true, updated });
};
