/** The inbox on the API: list, content, text, assign, discard (rules 5.16a, 16.18). */
import { validateBody } from '../../derive/validation/body-schema.ts';
import { type Issue, invalid } from '../../errors/api-error.ts';
import { isOn, pagingOf } from '../../model/calls/paging.ts';
import type { Values } from '../../model/declaration/field-shape.ts';
import { ASSIGNABLE } from '../../model/records/inbox.ts';
import { isId } from '../../shared/int32.ts';
import { MAX_PROPOSED_DOCUMENTS } from '../../shared/limits.ts';
import { sql } from '../../sql/sql.ts';
import { keysNotAllowed, objectBody } from '../call/body-shape.ts';
import { json, type OperationResult, type SpecialCall } from '../call/call.ts';
import { nameCollector } from '../references/record-names.ts';
import { contentHeaders } from './content-headers.ts';
import {
  type AssignedTo,
  assignInboxDocument,
  beginningOf,
  discardInboxDocument,
  documentsOf,
  inboxContent,
  inboxText,
  pageOfInbox,
  type WaitingRow,
} from './inbox.ts';
import type { Source } from './inbox-mentions.ts';
import { type ProposedFor, proposalsFor } from './inbox-proposals.ts';

const withoutExtension = (name: string): string => name.replace(/\.[A-Za-z0-9]{1,5}$/, '');

const sourcesOf = (row: WaitingRow, text: string): Source[] => {
  const sources: Source[] = [
    { where: 'name', text: withoutExtension(row.name) },
    { where: 'betreff', text: row.betreff ?? '' },
    { where: 'absender', text: row.absender ?? '' },
    { where: 'text', text },
  ];
  return sources.filter((source) => source.text);
};

/** The kinds of contacts. */
const sectionsOf = async (
  { db, actor }: SpecialCall,
  kids: readonly number[],
): Promise<ReadonlyMap<number, string>> => {
  if (!kids.length) return new Map();
  const rows = await db.read<{ id: number; section: string }>(sql`select t.id, t.section
    from contact t
    where t.org_id = ${actor.orgId} and t.id = any(${kids}::int[])`);
  return new Map(rows.map(({ id, section }) => [id, section]));
};

/** The records that submissions named: the most exact one of each. */
const givenOf = ({ kid, vid, schaden }: WaitingRow, sections: ReadonlyMap<number, string>): ProposedFor['given'] => {
  if (schaden) return [{ section: 'damages', id: schaden, kid }];
  if (vid) return [{ section: 'contracts', id: vid, kid }];
  const section = kid === null ? undefined : sections.get(kid);
  return kid === null || section === undefined ? [] : [{ section, id: kid, kid: section === 'customers' ? kid : null }];
};

const withProposals = async (call: SpecialCall, rows: readonly WaitingRow[]) => {
  const sections = await sectionsOf(
    call,
    rows.flatMap(({ kid }) => kid ?? []),
  );
  const documents: ProposedFor[] = [];
  // One after the other: the text extraction serves other callers too.
  for (const row of rows)
    documents.push({ sources: sourcesOf(row, await beginningOf(call, row)), given: givenOf(row, sections) });
  return proposalsFor(call, documents);
};

/** GET `/v3/inbox/documents`: the waiting documents, oldest first. */
export const listInboxDocuments = async (call: SpecialCall): Promise<OperationResult> => {
  const { query, model } = call;
  const proposes = isOn(query.with_proposals);
  const asked = pagingOf(query);
  const { page } = asked;
  const limit = proposes ? Math.min(asked.limit, MAX_PROPOSED_DOCUMENTS) : asked.limit;
  const { total, rows } = await pageOfInbox(call, { page, limit });
  const proposals = proposes ? await withProposals(call, rows) : [];
  const items = rows.map(({ url: _url, aws: _aws, ...item }, at) => ({
    ...item,
    ...(proposes ? { proposals: proposals[at] } : {}),
  }));
  const collection = model.collection('inbox/documents');
  const names = nameCollector({ ...call, collection }, { withNames: isOn(query.with_names), embeds: [] });
  for (const item of items) names.add(item);
  const body = JSON.stringify({ page, page_size: limit, total, items });
  return { status: 200, body: `${body.slice(0, -1)}${await names.text()}}` };
};

const idOf = ({ pathIds }: SpecialCall): number => pathIds[0] ?? 0;

/** GET `/v3/inbox/documents/{id}/content`: the bytes, to be shown. */
export const showInboxDocument = async (call: SpecialCall): Promise<OperationResult> => {
  const { stream, name, extension, size } = await inboxContent(call, idOf(call));
  // Ranges are for large documents of records.
  const { 'Accept-Ranges': _ranges, ...headers } = contentHeaders(name, extension, 'inline');
  return { status: 200, body: stream, headers: { ...headers, 'Content-Length': String(size) } };
};

/** GET `/v3/inbox/documents/{id}/text`. */
export const readInboxText = async (call: SpecialCall): Promise<OperationResult> =>
  json(200, await inboxText(call, idOf(call)));

const isAssignable = (section: unknown): section is string =>
  typeof section === 'string' && ASSIGNABLE.includes(section);

/** Fields of the document that an assignment may set. */
const SETTABLE = ['name', 'ordner', 'datum'];

/** @throws 400 `empty_body`, `validation_failed` */
const acceptAssignment = (call: SpecialCall): { to: AssignedTo; values: Values } => {
  const { section, id, ...rest } = objectBody(call.body, []);
  const issues: Issue[] = [...keysNotAllowed(rest, SETTABLE)];
  if (!isAssignable(section)) {
    const message = `section must be one of ${ASSIGNABLE.join(', ')}.`;
    issues.push({ path: ['section'], code: 'invalid_select_value', message });
  }
  if (!isId(id)) issues.push({ path: ['id'], code: 'invalid_type', message: 'id must be the number of a record.' });
  const collection = documentsOf(call, isAssignable(section) ? section : 'customers');
  const fixed = collection.fixed.map(({ column }) => column);
  const given = Object.fromEntries(Object.entries(rest).filter(([name]) => SETTABLE.includes(name)));
  // Validated as a change: fields that an organisation requires are optional here (docs/decisions/0018).
  const checked = validateBody(collection.resource, 'patch', fixed, given);
  issues.push(...checked.issues);
  if (issues.length || !isAssignable(section) || !isId(id)) throw invalid(issues);
  const values = Object.entries(checked.values).filter(([name]) => Object.hasOwn(given, name));
  return { to: { section, id }, values: Object.fromEntries(values) };
};

const assigned = (documentId: number): OperationResult => json(200, { success: true, document_id: documentId });

/** POST `/v3/inbox/documents/{id}/assign`. @throws 400, 404 for the document and the record */
export const assignInbox = async (call: SpecialCall): Promise<OperationResult> => {
  const { to, values } = acceptAssignment(call);
  const { keeper } = call;
  const keep = keeper ? { keep: (documentId: number) => keeper.answer(assigned(documentId)) } : {};
  return assigned(await assignInboxDocument(call, idOf(call), to, { values, ...keep }));
};

/** POST `/v3/inbox/documents/{id}/discard`. */
export const discardInbox = async (call: SpecialCall): Promise<OperationResult> => {
  const answer = json(200, { success: true });
  await discardInboxDocument(call, idOf(call), () => call.keeper?.answer(answer) ?? []);
  return answer;
};
