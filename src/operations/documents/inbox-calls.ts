/** The inbox on the API: list, content, text, assign, discard (rules 5.16a, 16.18). */
import { validateBody } from '../../derive/validation/body-schema.ts';
import { invalid } from '../../errors/api-error.ts';
import type { Values } from '../../model/declaration/field-shape.ts';
import { MAX_PROPOSED_DOCUMENTS } from '../../shared/limits.ts';
import { sql } from '../../sql/sql.ts';
import { type CallOf, json, type ResultOf, type SpecialCall } from '../call/call.ts';
import { nameCollector } from '../references/record-names.ts';
import { contentHeaders } from './content-headers.ts';
import {
  type Assigned,
  assignInboxDocument,
  beginningOf,
  discardInboxDocument,
  documentsOf,
  inboxContent,
  inboxText,
  pageOfInbox,
  readAhead,
  returnInboxDocument,
  type WaitingRow,
} from './inbox.ts';
import type { Source } from './inbox-mentions.ts';
import { type ProposedFor, proposalsFor } from './inbox-proposals.ts';
import { preparedRule } from './inbox-rules.ts';

/** Milliseconds that a page waits for texts of PDFs; the next one finds those that came later. */
const PDF_WAIT_MS = 2000;

const idOf = ({ pathIds }: SpecialCall): number => pathIds[0] ?? 0;

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

/** The records that submissions named, or whose messages they answer: the most exact one of each. */
const givenOf = (
  { kid, vid, schaden, antwort_auf: answers }: WaitingRow,
  sections: ReadonlyMap<number, string>,
): ProposedFor['given'] => {
  if (schaden) return [{ section: 'damages', id: schaden, kid, answers }];
  if (vid) return [{ section: 'contracts', id: vid, kid, answers }];
  const section = kid === null ? undefined : sections.get(kid);
  if (kid === null || section === undefined) return [];
  return [{ section, id: kid, kid: section === 'customers' ? kid : null, answers }];
};

const withProposals = async (call: SpecialCall, rows: readonly WaitingRow[]) => {
  const sections = await sectionsOf(
    call,
    rows.flatMap(({ kid }) => kid ?? []),
  );
  readAhead(call, rows);
  const until = performance.now() + PDF_WAIT_MS;
  const documents: ProposedFor[] = [];
  // One after the other: the text extraction serves other callers too.
  for (const row of rows)
    documents.push({ sources: sourcesOf(row, await beginningOf(call, row, until)), given: givenOf(row, sections) });
  return proposalsFor(call, documents);
};

const listDocuments = async (call: CallOf<'GET /v3/inbox/documents'>): ResultOf<'GET /v3/inbox/documents'> => {
  const { query, model } = call;
  const { page, with_proposals: proposes } = query;
  const limit = proposes ? Math.min(query.limit, MAX_PROPOSED_DOCUMENTS) : query.limit;
  const { total, rows } = await pageOfInbox(call, { page, limit });
  const proposals = proposes ? await withProposals(call, rows) : [];
  const items = rows.map(({ url: _url, aws: _aws, ...item }, at) => ({
    ...item,
    ...proposals[at],
  }));
  const collection = model.collection('inbox/documents');
  const names = nameCollector({ ...call, collection }, { withNames: query.with_names, embeds: [] });
  for (const item of items) names.add(item);
  const body = JSON.stringify({ page, page_size: limit, total, items });
  return { status: 200, body: `${body.slice(0, -1)}${await names.text()}}` };
};

const showDocument = async (call: SpecialCall): ResultOf<'GET /v3/inbox/documents/:id/content'> => {
  const { stream, name, extension, size } = await inboxContent(call, idOf(call));
  // Ranges are for large documents of records.
  const { 'Accept-Ranges': _ranges, ...headers } = contentHeaders(name, extension, 'inline');
  return { status: 200, body: stream, headers: { ...headers, 'Content-Length': String(size) } };
};

type Assign = 'POST /v3/inbox/documents/:id/assign';

/** The fields of the document that an assignment sets. @throws 400 `validation_failed` */
const acceptFields = (call: CallOf<Assign>): Values => {
  const { section, id: _id, rule_id: _rule, ...given } = call.body;
  const collection = documentsOf(call, section);
  const fixed = collection.fixed.map(({ column }) => column);
  // Validated as a change: fields that an organisation requires are optional here (docs/decisions/0018).
  const { issues, values } = validateBody(collection.resource, 'patch', fixed, given);
  if (issues.length) throw invalid(issues);
  return Object.fromEntries(Object.entries(values).filter(([name]) => Object.hasOwn(given, name)));
};

const assign = async (call: CallOf<Assign>): ResultOf<Assign> => {
  const { rule_id: ruleId } = call.body;
  const values = acceptFields(call);
  const rule = ruleId === undefined ? null : await preparedRule(call, ruleId, call.body);
  const answer = ({ documentId, effect }: Assigned) =>
    json(200, { success: true, document_id: documentId, ...(effect ? { rule: effect } : {}) });
  const keep = (made: Assigned) => call.keeper?.answer(answer(made)) ?? [];
  return answer(await assignInboxDocument(call, idOf(call), call.body, { values, rule, keep }));
};

const discard = async (call: SpecialCall): ResultOf<'POST /v3/inbox/documents/:id/discard'> => {
  const answer = json(200, { success: true });
  await discardInboxDocument(call, idOf(call), () => call.keeper?.answer(answer) ?? []);
  return answer;
};

const bringBack = async (call: SpecialCall): ResultOf<'POST /v3/inbox/documents/:id/return'> => {
  const answer = json(200, { success: true });
  await returnInboxDocument(call, idOf(call), () => call.keeper?.answer(answer) ?? []);
  return answer;
};

/** The operations on waiting documents by their calls. */
export const inboxOperations = {
  'GET /v3/inbox/documents': listDocuments,
  'GET /v3/inbox/documents/:id/content': showDocument,
  'GET /v3/inbox/documents/:id/text': async (call: SpecialCall): ResultOf<'GET /v3/inbox/documents/:id/text'> =>
    json(200, await inboxText(call, idOf(call))),
  'POST /v3/inbox/documents/:id/assign': assign,
  'POST /v3/inbox/documents/:id/discard': discard,
  'POST /v3/inbox/documents/:id/return': bringBack,
} as const;
