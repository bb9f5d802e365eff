/** Documents that wait in the inbox, and the records they can be assigned to (rules 5.16). */

import { fullName } from '../derive/full-name.ts';
import { fail } from '../errors.ts';
import { ASSIGNABLE } from '../model/inbox.ts';
import { registry } from '../model/registry.ts';
import type { Resource } from '../model/resource.ts';
import { dispositionOf } from '../operations/documents/content-headers.ts';
import {
  assignInboxDocument,
  discardInboxDocument,
  eachWaiting,
  inboxContent,
  inboxText,
  waitingDocuments,
} from '../operations/documents/inbox.ts';
import { type Sql, sql } from '../sql.ts';
import { table } from '../table.ts';
import { contextFor, numberOf, perform, performSearch } from './acting.ts';
import { type CallOf, DONE, type Handlers, type SettingsCall } from './call.ts';
import { type Listing, listedPage } from './list.ts';
import type { inboxSorts } from './routes/inbox.ts';
import type { AnswerOf } from './routes/index.ts';

const SHOWN = 20;
/** Types that a browser shows without running anything. */
const SHOWABLE: Readonly<Record<string, string>> = table({
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  txt: 'text/plain; charset=utf-8',
  eml: 'text/plain; charset=utf-8',
});

const SORTS: Readonly<Record<(typeof inboxSorts)[number], Sql>> = table({
  name: sql`lower(t.name)`,
  absender: sql`lower(coalesce(t.absender, ${fullName}))`,
  insert_datum: sql`t.insert_datum`,
  size: sql`t.size`,
});

const listing = ({ session: { orgId } }: SettingsCall): Listing => ({
  of: waitingDocuments(orgId),
  joined: sql`left join contact c on c.org_id = ${orgId} and c.id = t.kid`,
  shown: sql`json_build_object('id', t.id, 'name', t.name, 'extension', t.extension, 'size', t.size,
    'datum', to_char(t.datum, 'YYYY-MM-DD'), 'betreff', t.betreff, 'absender', t.absender, 'kid', t.kid,
    'kid_name', case when c.id is not null then ${fullName} end, 'vid', t.vid, 'schaden', t.schaden,
    'insert_datum', to_char(t.insert_datum, 'YYYY-MM-DD HH24:MI:SS'))`,
  texts: [sql`t.name`, sql`t.betreff`, sql`t.absender`, fullName],
  sorts: SORTS,
});

const content = async (here: SettingsCall): Promise<undefined> => {
  const { stream, name, extension, size } = await inboxContent(await contextFor(here), numberOf(here));
  const type = SHOWABLE[extension.toLowerCase()];
  await here.reply
    .headers({
      'Content-Type': type ?? 'application/octet-stream',
      'Content-Length': size,
      'Content-Disposition': dispositionOf(type ? 'inline' : 'attachment', name),
      'Content-Security-Policy':
        "sandbox; default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'",
      'X-Frame-Options': 'SAMEORIGIN',
    })
    .send(stream);
};

interface Found {
  readonly items: readonly Readonly<Record<string, unknown>>[];
}

/** Records of a kind for a picker: found by text, or by their number. */
const records = async (here: SettingsCall) => {
  const section = ASSIGNABLE.find((name) => name === here.query.section);
  if (!section) throw fail('validation_failed', { message: `section must be one of ${ASSIGNABLE.join(', ')}.` });
  const query = (here.query.query ?? '').trim().slice(0, 255);
  const found = query
    ? (
        (await performSearch(here, { query, indices: [section], limit: SHOWN })) as {
          data: Readonly<Record<string, Found>>;
        }
      ).data[section]
    : ((await perform(here, 'list', { collection: section, query: { limit: String(SHOWN) } })) as Found);
  const resource = registry.get(section);
  return { items: (found?.items ?? []).map((record) => titled(resource, record)) };
};

/** A record as people know it, and its number. */
const titled = ({ place, called }: Resource, record: Readonly<Record<string, unknown>>) => {
  const join = (...parts: unknown[]) =>
    parts.filter((part) => part !== null && part !== '' && part !== undefined).join(' ');
  const id = Number(record[place.key]);
  const { by = [], beside = '' } = called ?? {};
  return { id, title: join(...by.map((name) => record[name])) || `#${id}`, subtitle: join(`#${id}`, record[beside]) };
};

const assignSeveral = async (here: CallOf<'POST /inbox/assign'>) => {
  const { ids, ...to } = here.body;
  const context = await contextFor(here);
  const assigned: { id: number; document_id: number }[] = [];
  const gone = await eachWaiting(context, ids, async (id) => {
    assigned.push({ id, document_id: await assignInboxDocument(context, id, to) });
  });
  return { assigned, gone };
};

const discardSeveral = async (here: CallOf<'POST /inbox/discard'>) => {
  const context = await contextFor(here);
  const gone = await eachWaiting(context, here.body.ids, (id) => discardInboxDocument(context, id));
  return { discarded: new Set(here.body.ids).size - gone.length, gone };
};

export const inbox = {
  'GET /inbox': (here) => listedPage<AnswerOf<'GET /inbox'>['items'][number]>(here, listing(here)),
  'GET /inbox/:id/content': content,
  'GET /inbox/:id/text': async (here) => inboxText(await contextFor(here), numberOf(here)),
  'POST /inbox/assign': assignSeveral,
  'POST /inbox/discard': discardSeveral,
  'POST /inbox/:id/assign': async (here) => ({
    document_id: await assignInboxDocument(await contextFor(here), numberOf(here), here.body),
  }),
  'POST /inbox/:id/discard': async (here) => {
    await discardInboxDocument(await contextFor(here), numberOf(here));
    return DONE;
  },
  'GET /records': records,
} satisfies Partial<Handlers>;
