/** Guesses the missing options of a file. */
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { FileReport, Inspected, OpenFile } from '../../formats/format.ts';
import { hintOf } from '../../formats/remarks.ts';
import type { SourceHint } from '../../formats/source-record.ts';
import type { ImportOptions } from '../../model/calls/imports.ts';
import type { Registry } from '../../model/registry.ts';
import { prepared } from '../../sql/sql.ts';
import type { Context } from '../call/call.ts';
import type { ImportFormat } from '../matching/import-format.ts';
import { matchFieldsOf } from './find-matches.ts';
import { importTarget } from './import-target.ts';
import type { JobContext } from './job-context.ts';
import type { Lease } from './lease.ts';
import { defaultMatch, fieldOf, isMatchField, isOwnExport } from './match-fields.ts';
import { namesOwner, optionsOf, partOf, sectionsOf } from './sections.ts';

/** The mapping of the last file with the same headers. */
const rememberedOptions = async (
  { db, actor: { orgId } }: Pick<Context, 'db' | 'actor'>,
  headerKey: string | null,
): Promise<ImportOptions> => {
  if (headerKey === null) return {};
  const [row] = await db.read<{ options: string }>(prepared`select j.options
    from import_job j
    where j.org_id = ${orgId} and j.header_key = ${headerKey} and j.state in ('ready', 'done', 'undone')
    order by j.id desc
    limit 1`);
  if (!row) return {};
  const { section, sections, mapping, values, match, on_match, on_new, source } = JSON.parse(
    row.options,
  ) as ImportOptions;
  return {
    ...(section ? { section } : {}),
    ...(sections ? { sections } : {}),
    ...(mapping ? { mapping } : {}),
    ...(values ? { values } : {}),
    ...(match ? { match } : {}),
    ...(on_match ? { on_match } : {}),
    ...(on_new ? { on_new } : {}),
    ...(source ? { source } : {}),
  };
};

const IGNORED: FileReport = { hint: () => undefined, lines: () => undefined };

/** The members of the first record of a file without headers. */
const firstRecord = async (format: ImportFormat, open: OpenFile, options: ImportOptions, registry: Registry) => {
  for await (const record of format.read(open, options, registry, IGNORED)) return record;
  return undefined;
};

/** The names in a file, and what they are mapped to. */
interface Columns {
  readonly section: string;
  readonly names: readonly string[];
  readonly mapped: readonly string[];
}

const columnsOf = (headers: readonly string[], { section = '', mapping = {} }: ImportOptions): Columns => ({
  section,
  names: headers,
  mapped: Object.values(mapping),
});

/** The match fields of a file that names none, with the mapping of their columns. */
const withMatch = ({ model }: Pick<Context, 'model'>, options: ImportOptions, columns: Columns): ImportOptions => {
  const resource = importTarget(model, columns.section)?.collection.resource;
  if (!resource || options.match?.length || columns.mapped.includes('external_id')) return options;
  const match = defaultMatch(resource, columns.mapped, columns.names);
  if (!match.length) return options;
  return {
    ...options,
    match,
    ...(options.mapping && match[0] === 'id' ? { mapping: { ...options.mapping, id: 'id' } } : {}),
  };
};

/** The match fields of a file that names none for a record kind, with the mapping of their columns. */
const withMatches = (context: Pick<Context, 'model'>, options: ImportOptions, headers: readonly string[]) => {
  const kind = partOf(options);
  if (!options.sections && !kind) return withMatch(context, options, columnsOf(headers, options));
  if (kind && (options.match || namesOwner(options))) {
    if (options.match || !isOwnExport(kind.part, headers)) return options;
    return { ...options, match: ['id'], mapping: { ...options.mapping, id: 'id' } };
  }
  const match = sectionsOf(options).flatMap((section) => {
    const own = optionsOf(options, section);
    const { match: found = [] } = withMatch(context, own, { ...columnsOf(headers, own), names: [] });
    return found.map((name) => `${section}.${name}`);
  });
  return { ...options, ...(match.length ? { match } : {}) };
};

/** Match fields of a table without a column. */
export const missingColumns = ({ model }: Pick<Context, 'model'>, options: ImportOptions): readonly string[] =>
  (partOf(options) && namesOwner(options) ? [] : sectionsOf(options)).flatMap((section) => {
    const { match = [], mapping = {} } = optionsOf(options, section);
    const resource = importTarget(model, section)?.collection.resource;
    if (!resource) return [];
    const mapped = new Set(Object.values(mapping).map((name) => fieldOf(resource, name)));
    return match
      .filter((name) => !isMatchField(resource, name) || !mapped.has(fieldOf(resource, name)))
      .map((name) => (options.sections || partOf(options) ? `${section}.${name}` : name));
  });

/** Options of a file, with the columns and remarks of its inspection. */
interface Guessed extends Pick<Inspected, 'columns' | 'hints'> {
  readonly options: ImportOptions;
  readonly headerKey: string | null;
}

/**
 * Guesses the missing options of a file.
 * @throws UnreadableFile
 */
export const guessOptions = async (
  context: Context,
  format: ImportFormat,
  open: OpenFile,
  asked: ImportOptions,
): Promise<Guessed> => {
  const { registry } = context.model;
  const first = await format.inspect(open, asked, registry);
  const headerKey = first.headers
    ? createHash('sha256')
        .update(JSON.stringify([format.name, first.headers]))
        .digest('hex')
    : null;
  const last = await rememberedOptions(context, headerKey);
  // Targets of one record kind are none of several.
  const isOtherKind = asked.sections
    ? !isDeepStrictEqual(new Set(asked.sections), new Set(last.sections))
    : last.sections && asked.section;
  const remembered = isOtherKind ? {} : last;
  const isRemembered = Object.keys(remembered).length > 0;
  // The remembered mapping must not find another line of headers.
  const { header_row: top } = first.options;
  const again = { ...remembered, ...asked, ...(top === undefined ? {} : { header_row: top }) };
  const { options: guessed } = isRemembered ? await format.inspect(open, again, registry) : first;
  const { columns = [], hints = [] } = first;
  const known: ImportOptions = {
    on_match: 'update',
    events: 'none',
    source: 'import',
    ...remembered,
    ...asked,
    ...guessed,
  };
  if (first.headers) {
    // A remembered match needs its columns as a given one does.
    const isLost = !asked.match && missingColumns(context, known).length > 0;
    const { match: _match, ...others } = known;
    const options = withMatches(context, isLost ? others : known, first.headers);
    return { options, headerKey, columns, hints };
  }
  if (format.match) return { options: known, headerKey, hints };
  const record = await firstRecord(format, open, known, registry);
  const [rows] = Object.entries(record?.owner ? record.parts : {});
  const part = rows ? registry.find(rows[0]) : undefined;
  if (part && !known.match && isOwnExport(part, Object.keys(rows?.[1][0] ?? {})))
    return { options: { ...known, match: ['id'] }, headerKey, hints };
  if (!record || record.owner || record.externalIds.length) return { options: known, headerKey, hints };
  const names = Object.keys(record.values);
  return { options: withMatch(context, known, { section: record.section, names, mapped: names }), headerKey, hints };
};

/** Whether no column of a table has a field. */
export const needsMapping = ({ mapping }: ImportOptions): boolean =>
  mapping !== undefined && !Object.values(mapping).some(Boolean);

/** Guesses the missing options, and stores them. @throws UnreadableFile */
export const inspectFile = async (
  context: JobContext,
  lease: Lease,
  format: ImportFormat,
  open: OpenFile,
): Promise<{ readonly options: ImportOptions; readonly hints: readonly SourceHint[] }> => {
  const { options, headerKey, columns, hints: found = [] } = await guessOptions(context, format, open, lease.job.asked);
  const hints = [...found, ...(needsMapping(options) ? [] : hintsOf(context, format, options))];
  await lease.db.shortTransaction(lease.orgId, (tx) =>
    tx.run(prepared`update import_job
      set options = ${JSON.stringify(options)}, header_key = ${headerKey}, hints = ${JSON.stringify(hints)},
        columns = ${columns ? JSON.stringify(columns) : null}
      where ${lease.own}`),
  );
  return { options, hints };
};

/** Remarks on the options. */
const hintsOf = (context: JobContext, format: ImportFormat, options: ImportOptions): readonly SourceHint[] => {
  const hints: SourceHint[] = [];
  const left = Object.entries(options.mapping ?? {}).filter(([header, target]) => header && !target);
  if (left.length) {
    const names = left.map(([header]) => header).slice(0, 20);
    hints.push(hintOf('unmapped_columns', { columns: names.join(', ') }));
  }
  const isUnmatched = (section: string): boolean => {
    if (namesOwner(options)) return false;
    const own = optionsOf(options, section);
    const target = importTarget(context.model, section);
    if (!target || Object.values(own.mapping ?? {}).includes('external_id')) return false;
    return !matchFieldsOf(own, target).length || (own.mapping !== undefined && missingColumns(context, own).length > 0);
  };
  if (!format.match && sectionsOf(options).some(isUnmatched)) hints.push(hintOf('no_match_fields'));
  return hints;
};
