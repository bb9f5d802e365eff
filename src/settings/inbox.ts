/** Documents that wait in the inbox, and the records they can be assigned to (rules 5.16). */
import { fail } from '../errors.ts';
import { ASSIGNABLE } from '../model/inbox.ts';
import { registry } from '../model/registry.ts';
import type { Resource } from '../model/resource.ts';
import { assignInboxDocument, discardInboxDocument, inboxContent, listInbox } from '../operations/documents/inbox.ts';
import { sql } from '../sql.ts';
import { table } from '../table.ts';
import { contextFor, numberOf, perform, performSearch } from './acting.ts';
import { DONE, type Handlers, type SettingsCall } from './call.ts';

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

const list = async (here: SettingsCall) => {
  const items = await listInbox(await contextFor(here));
  const kids = [...new Set(items.flatMap(({ kid }) => (kid === null ? [] : [kid])))];
  const names = await here.db.readLong<{ id: number; name: string }>(
    sql`select id, concat_ws(' ', nullif(vorname, ''), name) as name from contact where org_id = ${here.session.orgId} and id = any(${kids}::int[])`,
  );
  const byKid = new Map(names.map(({ id, name }) => [id, name]));
  return {
    items: items.map((item) => ({ ...item, kid_name: item.kid === null ? null : (byKid.get(item.kid) ?? null) })),
  };
};

const content = async (here: SettingsCall): Promise<undefined> => {
  const { stream, name, extension, size } = await inboxContent(await contextFor(here), numberOf(here));
  const type = SHOWABLE[extension.toLowerCase()];
  await here.reply
    .headers({
      'Content-Type': type ?? 'application/octet-stream',
      'Content-Length': size,
      'Content-Disposition': `${type ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(name)}`,
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

export const inbox = {
  'GET /inbox': list,
  'GET /inbox/:id/content': content,
  'POST /inbox/:id/assign': async (here) => ({
    document_id: await assignInboxDocument(await contextFor(here), numberOf(here), here.body),
  }),
  'POST /inbox/:id/discard': async (here) => {
    await discardInboxDocument(await contextFor(here), numberOf(here));
    return DONE;
  },
  'GET /records': records,
} satisfies Partial<Handlers>;
