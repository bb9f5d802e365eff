/** The index of a person's archive: a page for people, without scripts, that names each file. German with English lines. */
import { localTime } from '../../derive/local-time.ts';
import { readText } from '../../derive/sql/author-sql.ts';
import type { Values } from '../../model/declaration/field-shape.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import { lookupTable } from '../../shared/lookup-table.ts';
import { raw, sql } from '../../sql/sql.ts';
import type { Context } from '../call/call.ts';
import type { ContentState } from '../exports/archive-contents.ts';
import type { Person } from './person.ts';

/** A file that the index names: rows of a section, or a document. */
export interface IndexedFile {
  readonly path: string;
  readonly label: string;
  readonly rows?: number;
  /** State of a document that the store could not return. */
  readonly state?: ContentState;
}

const ENTITIES: Readonly<Record<string, string>> = lookupTable({
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
});
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

/** Labels of files that are not record kinds. */
const LABELS: Readonly<Record<string, string>> = lookupTable({
  links: 'Verknüpfungen',
  'external-names': 'Nummern in anderen Systemen',
  'gdv-lines': 'GDV-Daten der Versicherer',
  'import-rows': 'Zeilen aus Importen',
  'webhook-deliveries': 'Meldungen an andere Systeme',
  'tag-names': 'Namen der Tags',
  history: 'Änderungsprotokoll',
});

const NOT_THERE = 'Datei fehlt im Speicher / the store does not have this file';

const link = ({ path, label, state }: IndexedFile): string => {
  const name = escaped(LABELS[label] ?? label);
  if (state) return `${name} (${NOT_THERE})`;
  return `<a href="${escaped(path.split('/').map(encodeURIComponent).join('/'))}">${name}</a>`;
};

const table = (rows: readonly (readonly string[])[]): string =>
  `<table>${rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('\n')}</table>`;

/** The values of a customer with their labels. */
const masterData = async ({ db }: Context, { orgId, kids }: Person, customers: Resource): Promise<string> => {
  const rows = await db.read<{ doc: string }>(sql`select ${readText(customers, 't', orgId)} as doc
    from ${raw(customers.table)} t
    where t.org_id = ${orgId} and t.id = any(${kids}::int[])
    order by t.id`);
  return rows
    .map(({ doc }) => {
      const values = JSON.parse(doc) as Values;
      const filled = Object.entries(customers.fields).filter(
        ([name, { sameAs }]) => !sameAs && values[name] !== null && values[name] !== undefined && values[name] !== '',
      );
      return table(filled.map(([name, { label }]) => [escaped(label), escaped(String(values[name]))]));
    })
    .join('\n');
};

const STYLE =
  'body{font:16px/1.5 sans-serif;max-width:60em;margin:2em auto;padding:0 1em}table{border-collapse:collapse}td{border-bottom:1px solid #ccc;padding:.25em 1em .25em 0;vertical-align:top}';

/** The page. @param files all other files of the archive */
export async function* personIndex(
  context: Context,
  person: Person,
  customers: Resource,
  files: readonly IndexedFile[],
): AsyncGenerator<Buffer> {
  const { actor, now } = context;
  const name = escaped([person.vorname, person.name].filter(Boolean).join(' '));
  yield Buffer.from(`<!doctype html>
<html lang="de"><head><meta charset="utf-8"><title>Auskunft ${name}</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<style>${STYLE}</style></head><body>
<h1>Auskunft über gespeicherte Daten: ${name}</h1>
<p>${escaped(actor.organisation)}, Kunde ${person.kid}, Stand ${localTime(actor.timeZone, now())}.
Gelöschte Datensätze haben einen Zeitpunkt in <code>deleted_at</code>.</p>
<p lang="en">All data that ${escaped(actor.organisation)} holds on this person; deleted records have a time in <code>deleted_at</code>.</p>
<h2>Stammdaten</h2>
${await masterData(context, person, customers)}
<h2>Datensätze</h2>
${table(files.filter(({ rows }) => rows).map((file) => [link(file), String(file.rows)]))}
<h2>Dokumente</h2>
`);
  for (const file of files.filter(({ rows }) => !rows)) yield Buffer.from(`<p>${link(file)}</p>\n`);
  yield Buffer.from('</body></html>\n');
}
