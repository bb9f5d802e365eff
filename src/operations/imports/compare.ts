/** Compares a record of a file with the stored one: the changes, the values to write, and the issues. */
import { changesBetween } from '../../derive/events/record-diff.ts';
import { namingFields } from '../../derive/metadata/naming-fields.ts';
import { validateBody } from '../../derive/validation/body-schema.ts';
import { divisionIssues } from '../../derive/validation/division-fields.ts';
import { valueWarnings } from '../../derive/validation/warnings.ts';
import { truncateForEcho } from '../../errors/issues.ts';
import { hintOf } from '../../formats/remarks.ts';
import type { SourceHint, SourceIssue } from '../../formats/source-record.ts';
import type { ImportOptions } from '../../model/calls/imports.ts';
import type { Values } from '../../model/declaration/field-shape.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import type { Call, Context } from '../call/call.ts';
import { etagOf } from '../call/etag.ts';
import type { Item } from '../call/item.ts';
import type { Given, Stored, StoredRecord } from '../matching/import-format.ts';
import { validateItem } from '../records/validate-create.ts';
import { localToday } from '../records/warnings.ts';
import type { FieldChange } from './import-job.ts';
import type { ImportTarget } from './import-target.ts';
import { withNearest } from './list-issues.ts';
import { matchParts, replacedParts, tellingFields } from './match-parts.ts';

/** A write of a part. */
export interface PartWrite {
  readonly path: string;
  /** Null for a new row. */
  readonly id: number | null;
  readonly values: Values;
  /** The row is removed. */
  readonly isRemoved?: boolean;
}

/** The result of a comparison. */
export interface Comparison {
  readonly outcome: 'new' | 'changed' | 'unchanged' | 'invalid';
  readonly changes: Readonly<Record<string, FieldChange>>;
  readonly issues: readonly SourceIssue[];
  /** Values that look wrong. */
  readonly warnings: readonly SourceHint[];
  /** Of a new record. */
  readonly item?: Item;
  /** Of a stored record. */
  readonly values?: Values;
  readonly parts?: readonly PartWrite[];
}

/** Fingerprint of a record and its compared parts. */
export const versionOf = ({ printed, parts }: StoredRecord): string =>
  etagOf([printed, ...Object.values(parts).flatMap((rows) => rows.map((row) => row.printed))].join('\n'));

/** The name of a record of a file, or of a stored one. */
export const nameOf = (resource: Resource, values: Values): string =>
  namingFields(resource)
    .flatMap((name) => {
      const value = values[resource.fields[name]?.sameAs ?? name] ?? values[name];
      return value === undefined || value === null || value === '' ? [] : [String(value)];
    })
    .join(' ');

const memberOf = (holder: unknown, name: string | number): unknown =>
  typeof holder === 'object' && holder !== null && Object.hasOwn(holder, name) ? Reflect.get(holder, name) : undefined;

/** The field that an issue is about. */
const fieldAt = ({ collection, parts }: ImportTarget, path: SourceIssue['path']) => {
  const [first = '', ...below] = path.map(String);
  return (below.length ? parts.get(first) : collection)?.resource.fields[below.at(-1) ?? first];
};

/** Issues with the refused values, which a row shows nowhere else, and the nearest entries of a list. */
const withValues = (
  issues: readonly SourceIssue[],
  { values, parts }: Given,
  target: ImportTarget,
): readonly SourceIssue[] =>
  issues.map((issue) => {
    const value = issue.path.reduce<unknown>(memberOf, { ...values, ...parts });
    if (!isSet(value) || typeof value === 'object') return issue;
    const text = truncateForEcho(value);
    const known = { ...issue, params: { ...issue.params, value: text } };
    const field = issue.code === 'invalid_select_value' ? fieldAt(target, issue.path) : undefined;
    return field?.options ? withNearest(known, field, text) : known;
  });

const invalidResult = (issues: readonly SourceIssue[], given: Given, target: ImportTarget): Comparison => ({
  outcome: 'invalid',
  changes: {},
  issues: withValues(issues, given, target),
  warnings: [],
});

const isSet = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/** The fields of a new record, as changes from nothing. */
const newChanges = ({ values, nested }: Item): Record<string, FieldChange> => {
  const entries = [
    ...Object.entries(values),
    ...Object.entries(nested).flatMap(([path, rows]) =>
      rows.flatMap((row, at) =>
        Object.entries(row).map(([name, value]) => [partField(path, at, name), value] as const),
      ),
    ),
  ];
  return Object.fromEntries(entries.filter(([, to]) => isSet(to)).map(([name, to]) => [name, { from: null, to }]));
};

/** `addresses.strasse`; rows behind the first one have their number. */
const partField = (path: string, at: number, name: string): string => `${path}${at ? `.${at + 1}` : ''}.${name}`;

/** Warnings of a row as remarks. @param given the changed fields; without them all */
const remarks = (
  resource: Resource,
  record: Values,
  today: string,
  { given, nameIn = String }: { readonly given?: readonly string[]; readonly nameIn?: (name: string) => string },
): readonly SourceHint[] =>
  valueWarnings(resource, record, today, given).map(({ code, path }) =>
    hintOf(code, { field: nameIn(String(path[0])) }),
  );

/** The comparison of a record that is not stored. */
export const compareNew = (context: Context, target: ImportTarget, given: Given): Comparison => {
  const { collection, parts } = target;
  const call = { ...context, collection, pathIds: [], query: {}, body: undefined, headers: {} } satisfies Call;
  const { issues, failure, item } = validateItem(call, { ...given.values, ...given.parts });
  const all = failure && !issues.length ? [{ path: [], code: failure.code, message: failure.said }] : issues;
  if (all.length) return invalidResult(all, given, target);
  const today = localToday(context);
  const below = Object.entries(item.nested).flatMap(([path, rows]) => {
    const resource = parts.get(path)?.resource;
    const nameIn = (at: number) => (name: string) => partField(path, at, name);
    return resource ? rows.flatMap((row, at) => remarks(resource, row, today, { nameIn: nameIn(at) })) : [];
  });
  const warnings = [...remarks(collection.resource, item.values, today, {}), ...below];
  return { outcome: 'new', changes: newChanges(item), issues: [], warnings, item };
};

const asChanges = (
  changes: Readonly<Record<string, readonly [unknown, unknown]>>,
  nameIn: (name: string) => string,
): [string, FieldChange][] => Object.entries(changes).map(([name, [from, to]]) => [nameIn(name), { from, to }]);

/** Values without those that the service sets; the id names a stored row. */
export const withoutServerFields = (resource: Resource, row: Values): Values =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !resource.fields[name]?.server));

/** Rows of a part in a file and stored. */
interface PartRows {
  readonly rows: readonly Values[];
  readonly stored: readonly Stored[];
  readonly today: string;
  readonly mode: PartMode;
}

/** How rows of a part meet the stored ones: `add` replaces none; undefined replaces the only one of a kind. */
type PartMode = ImportOptions['parts'];

/** The stored row as a change to nothing, and as a hint: no value goes without a word. */
const removal = (path: string, at: number, { record }: Stored) => {
  const changes = tellingFields(path).flatMap((name): [string, FieldChange][] =>
    isSet(record[name]) ? [[partField(path, at, name), { from: record[name], to: null }]] : [],
  );
  const identity = changes.filter(([name]) => !/\.(art|typ)$/.test(name));
  const value = identity.map(([, { from }]) => String(from)).join(', ');
  return { changes, hint: hintOf('part_removed', { field: identity[0]?.[0] ?? path, value }) };
};

const compareParts = (
  path: string,
  { resource }: ImportTarget['collection'],
  { rows, stored, today, mode }: PartRows,
) => {
  const issues: SourceIssue[] = [];
  const changes: [string, FieldChange][] = [];
  const writes: PartWrite[] = [];
  const warnings: SourceHint[] = [];
  const accepted = rows.map((row, at) => {
    const checked = validateBody(resource, 'create', [], row.id ? withoutServerFields(resource, row) : row);
    issues.push(...checked.issues.map((issue) => ({ ...issue, path: [path, at, ...issue.path] })));
    return { id: row.id, values: checked.values };
  });
  const hasUpdate = resource.nesting.verbsBelow.includes('update');
  const matched = matchParts(path, stored, accepted, mode === 'add' || !hasUpdate);
  for (const [at, { stored: row, values }] of matched.entries()) {
    const between = changesBetween(resource, row?.record ?? {}, row ? { ...row.record, ...values } : values);
    if (row && (!hasUpdate || !Object.keys(between).length)) continue;
    const nameIn = (name: string) => partField(path, at, name);
    changes.push(...asChanges(between, nameIn));
    warnings.push(...remarks(resource, { ...row?.record, ...values }, today, { given: Object.keys(values), nameIn }));
    writes.push({ path, id: row?.id ?? null, values });
  }
  const kept = new Set(matched.map(({ stored: row }) => row?.id));
  const given = accepted.map(({ values }) => values);
  for (const [at, row] of (mode === 'replace' ? replacedParts(path, stored, given, kept) : []).entries()) {
    const { changes: gone, hint } = removal(path, rows.length + at, row);
    changes.push(...gone);
    warnings.push(hint);
    writes.push({ path, id: row.id, values: {}, isRemoved: true });
  }
  return { issues, changes, writes, warnings };
};

/** Values of a change: fields that can be set at the create only are left out, as are values that stay as they are. */
const patchOf = (resource: Resource, { record }: Stored, values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => !resource.fields[name]?.fixed && !resource.fields[name]?.server && record[name] !== value,
    ),
  );

/** The comparison of a stored record. @param modeOf how rows of a part meet the stored ones */
export const compareStored = (
  context: Context,
  target: ImportTarget,
  { stored, given }: { readonly stored: StoredRecord; readonly given: Given },
  modeOf: (path: string) => PartMode = () => undefined,
): Comparison => {
  const today = localToday(context);
  const { resource } = target.collection;
  const accepted = validateBody(resource, 'patch', [], patchOf(resource, stored, given.values));
  const resets = Object.entries(accepted.values).map(([name, value]): [string, unknown] => [
    name,
    value === null ? (resource.fields[name]?.default ?? null) : value,
  ]);
  const values = Object.fromEntries(resets);
  const own = changesBetween(resource, stored.record, { ...stored.record, ...values });
  const below = Object.entries(given.parts).flatMap(([path, rows]) => {
    const collection = target.parts.get(path);
    return collection
      ? [compareParts(path, collection, { rows, stored: stored.parts[path] ?? [], today, mode: modeOf(path) })]
      : [];
  });
  const empty = accepted.failure === 'no_valid_fields' || !Object.keys(patchOf(resource, stored, given.values)).length;
  const issues: SourceIssue[] = [
    ...accepted.issues,
    ...divisionIssues(resource, accepted.values, stored.record),
    ...below.flatMap((part) => part.issues),
  ];
  if (accepted.failure && !empty && !issues.length)
    issues.push({ path: [], code: accepted.failure, message: `The values are refused: ${accepted.failure}.` });
  if (issues.length) return invalidResult(issues, given, target);
  const changes = Object.fromEntries([...asChanges(own, (name) => name), ...below.flatMap((part) => part.changes)]);
  const written = Object.fromEntries(Object.entries(values).filter(([name]) => Object.hasOwn(own, name)));
  return {
    outcome: Object.keys(changes).length ? 'changed' : 'unchanged',
    changes,
    issues: [],
    warnings: [
      ...remarks(resource, { ...stored.record, ...values }, today, { given: Object.keys(own) }),
      ...below.flatMap((part) => part.warnings),
    ],
    values: written,
    parts: below.flatMap((part) => part.writes),
  };
};
