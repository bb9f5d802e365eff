/** Finds the stored records that rows of a file mean, and compares each with its row. */
import { createYielder } from '../../concurrency/yield-event-loop.ts';
import { truncateForEcho } from '../../errors/issues.ts';
import { hintOf } from '../../formats/remarks.ts';
import type { SourceIssue } from '../../formats/source-record.ts';
import { cleanValues } from '../../model/declaration/clean-value.ts';
import type { Values } from '../../model/declaration/field-shape.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import type { Outcome } from '../../model/records/import-values.ts';
import type { Context } from '../call/call.ts';
import type { Given, ImportFormat, Match, Read, StoredRecord } from '../matching/import-format.ts';
import { type Comparison, compareNew, compareStored, nameOf, versionOf, withoutServerFields } from './compare.ts';
import { findMatches, type MatchRules, matchFieldsOf, type Scope } from './find-matches.ts';
import { type Candidate, partPaths, type RowResult, type StagedRecord } from './import-job.ts';
import { type ImportTarget, importTarget } from './import-target.ts';
import { loadStored } from './load-stored.ts';
import { hasOwnId } from './match-fields.ts';
import { nameReferences } from './name-references.ts';
import { areTwoPersons, personDifferences } from './other-person.ts';
import { resolveParts, resolveReferences } from './resolve-references.ts';
import { matchOf } from './sections.ts';

/** A row to compare. */
export interface Unmatched {
  readonly source: StagedRecord;
  /** The stored record that a person chose; null for a new one; undefined where it is to be found. */
  readonly recordId?: number | null | undefined;
  /** Records of the file by their keys: the stored ones that they are, null for new ones. */
  readonly byKey?: ReadonlyMap<string, number | null>;
}

/** A compared row. */
export interface Evaluated {
  readonly outcome: Outcome;
  readonly recordId: number | null;
  readonly result: RowResult;
  readonly comparison: Comparison | null;
}

/** Placeholder for the id of a record that does not exist yet. */
const PENDING_ID = 1;

/** Sets a value at `field` or `part.field` of the first row of a part. */
const withOverrides = ({ values, parts, overrides = {} }: StagedRecord): Given => {
  const own: Record<string, unknown> = { ...values };
  const below: Record<string, Values[]> = Object.fromEntries(
    Object.entries(parts).map(([path, rows]) => [path, [...rows]]),
  );
  for (const [name, value] of Object.entries(overrides)) {
    const [, path, number = '1', field] = /^([\w-]+)(?:\.(\d+))?\.(\w+)$/.exec(name) ?? [];
    if (path === undefined || field === undefined) {
      own[name] = value;
      continue;
    }
    const rows = (below[path] ??= []);
    const at = Math.min(Number(number) - 1, rows.length);
    rows[at] = { ...rows[at], [field]: value };
  }
  return { values: own, parts: below };
};

/** Texts in their normal form, in every format of a file. */
const clean = ({ collection, parts }: ImportTarget, given: Given): Given => ({
  values: cleanValues(collection.resource.fields, given.values),
  parts: Object.fromEntries(
    Object.entries(given.parts).map(([path, rows]) => [
      path,
      rows.map((row) => cleanValues(parts.get(path)?.resource.fields ?? {}, row)),
    ]),
  ),
});

/** Whether issues of the reader were answered by corrected values. */
const openIssues = ({ issues, overrides = {} }: StagedRecord): readonly SourceIssue[] =>
  issues.filter(({ path }) => !Object.hasOwn(overrides, path.join('.')));

interface Prepared {
  readonly given: Given;
  readonly issues: readonly SourceIssue[];
  readonly missing: readonly string[];
}

/** Values of file references: the id of the stored record, or a placeholder. */
const fileReferences = ({ source, byKey }: Unmatched): { values: Values; pending: string[]; missing: string[] } => {
  const values: Record<string, unknown> = {};
  const [pending, missing]: [string[], string[]] = [[], []];
  for (const [field, key] of Object.entries(source.references)) {
    const id = byKey?.get(key);
    if (id === undefined) missing.push(field);
    else if (id === null) pending.push(field);
    values[field] = id ?? PENDING_ID;
  }
  return { values, pending, missing };
};

/** Values with references resolved. */
const prepare = async (
  { context, read, target }: Scope,
  rows: readonly Unmatched[],
  rules: MatchRules,
): Promise<readonly Prepared[]> => {
  const given = rows.map((row) => clean(target, withOverrides(row.source)));
  const { resource } = target.collection;
  const source = rules.options.source ?? 'import';
  const isOwn = hasOwnId(resource, matchOf(rules.options, target.section));
  const values = given.map((one) => one.values);
  const resolved = await resolveReferences(context, read, { resource, source, isOwn }, values);
  const below = await resolveParts(context, read, { parts: target.parts, source, isOwn }, given);
  return rows.map((row, at) => {
    const { values, missing } = fileReferences(row);
    const own = resolved[at] ?? { values: {}, issues: [] };
    return {
      given: { values: { ...own.values, ...values }, parts: below[at]?.parts ?? {} },
      issues: [...openIssues(row.source), ...own.issues, ...(below[at]?.issues ?? [])],
      missing,
    };
  });
};

/** The issue of a row of a part whose record is not stored. */
const noOwner = ({ named = '' }: NonNullable<StagedRecord['owner']>): SourceIssue => ({
  path: [],
  code: 'invalid_reference',
  message: `The record that the row belongs to is not found: ${named}.`,
  params: { value: truncateForEcho(named) },
});

const candidateOf = (target: ImportTarget, stored: StoredRecord, fields: readonly string[]): Candidate => ({
  section: target.section,
  id: stored.id,
  name: nameOf(target.collection.resource, stored.record),
  score: 1,
  reasons: fields,
});

/** Most candidates that are stored with a row. */
const MAX_CANDIDATES = 20;

const PLAIN = { changes: {}, issues: [], hints: [] };

/** Stored records that rows without a match may be, by position. */
const likelyMatches = async (
  { context, read, target: { section } }: Scope,
  rows: readonly Unmatched[],
  { format, exact }: MatchRules,
  matches: readonly (readonly number[])[],
): Promise<ReadonlyMap<number, Match>> => {
  const open = [...rows.entries()].filter(([at, { recordId }]) => recordId === undefined && !matches[at]?.length);
  if (!format.match || exact || !open.length) return new Map();
  const sources = open.map(([, { source }]) => source);
  const found = await format.match({ read, orgId: context.actor.orgId, section, sources });
  return new Map(open.flatMap(([at], index) => (found[index] ? [[at, found[index]]] : [])));
};

/** Compares rows of one record kind. */
const evaluateSection = async (
  scope: Scope,
  rows: readonly Unmatched[],
  rules: MatchRules,
): Promise<readonly Evaluated[]> => {
  const { context, read, target } = scope;
  const { resource } = target.collection;
  const { options, format } = rules;
  const prepared = await prepare(scope, rows, rules);
  const matchBy = matchFieldsOf(options, target);
  const byId = hasOwnId(resource, matchBy);
  const matches = await findMatches(
    scope,
    rows.map(({ source }, at) => ({ source, given: prepared[at]?.given ?? { values: {}, parts: {} } })),
    { fields: matchBy, source: options.source ?? 'import' },
  );
  const likely = await likelyMatches(scope, rows, rules, matches);
  const chosen = rows.map(({ recordId }, at) => {
    if (recordId === undefined && matches[at]?.length) return matches[at];
    return [recordId === undefined ? likely.get(at)?.id : recordId].flatMap((id) => id ?? []);
  });
  const paths = prepared.flatMap(({ given }) => Object.keys(given.parts));
  const ids = [...new Set(chosen.flat())];
  const sources = rows.map(({ source }) => source);
  const { orgId } = context.actor;
  const asked = { read, orgId, section: target.section, sources, ids, keyRing: context.db.keyRing };
  const refine = await format.refine?.(asked);
  const stored = await loadStored(read, orgId, target, { ids, paths });
  const named = await nameReferences(
    context,
    read,
    resource,
    prepared.map(({ given }) => given.values),
  );
  const compare = ({ source, recordId }: Unmatched, at: number): Evaluated => {
    const ready = prepared[at] ?? { given: { values: {}, parts: {} }, issues: [], missing: [] };
    const { issues, missing } = ready;
    const live = (chosen[at] ?? []).flatMap((id) => withParts(stored.get(id), partPaths(source)));
    const [first] = live;
    const refined = refine?.(at, ready.given, first);
    const asGiven = refined?.given ?? ready.given;
    const own = byId ? withoutServerFields(resource, asGiven.values) : asGiven.values;
    const given = { ...asGiven, values: named(own, first) };
    const { candidates = [], isNew = false } = likely.get(at) ?? {};
    const alike = candidates.slice(0, MAX_CANDIDATES).map((one) => ({ ...one, section: target.section }));
    const name = nameOf(resource, { ...first?.record, ...given.values });
    const base = { ...PLAIN, name, hints: [...source.hints, ...(refined?.hints ?? [])] };
    const none = { recordId: null, comparison: null };
    if (source.isNoRecord) return { ...none, outcome: 'skipped', result: base };
    if (missing.length) {
      const message = 'The record that the row belongs to is not in the file.';
      return {
        ...none,
        outcome: 'no_match',
        result: { ...base, issues: missing.map((field) => ({ path: [field], code: 'not_in_file', message })) },
      };
    }
    if (recordId && !first) {
      const issue = { path: ['record_id'], code: 'not_found', message: 'The chosen record does not exist any more.' };
      return { ...none, outcome: 'invalid', result: { ...base, issues: [issue] } };
    }
    const waits = recordId === undefined ? refined?.waits : undefined;
    if (!live.length && (waits || (alike.length && !isNew))) {
      const hints = [...base.hints, ...(waits ? [waits] : [])];
      return { ...none, outcome: 'ambiguous', result: { ...base, hints, candidates: alike } };
    }
    if (live.length > 1) {
      const candidates = live.slice(0, MAX_CANDIDATES).map((one) => candidateOf(target, one, matchBy));
      return { ...none, outcome: 'ambiguous', result: { ...base, candidates } };
    }
    if (!first && source.onlyStored)
      return { ...none, outcome: 'no_match', result: { ...base, issues: source.owner ? [noOwner(source.owner)] : [] } };
    if (issues.length) return { ...none, outcome: 'invalid', result: { ...base, issues } };
    if (!first && options.on_new === 'skip' && recordId === undefined)
      return { ...none, outcome: 'skipped', result: base };
    if (!first) {
      const comparison = compareNew(context, target, given);
      const { outcome, changes, issues: found, warnings } = comparison;
      const hints = [...base.hints, ...warnings];
      const result = { ...base, changes, issues: found, hints, ...(alike.length ? { candidates: alike } : {}) };
      return { recordId: null, comparison, outcome, result };
    }
    if (options.on_match === 'skip' && recordId === undefined)
      return { ...none, recordId: first.id, outcome: 'skipped', result: base };
    if (options.on_match === 'fail' && recordId === undefined) {
      const issue = {
        path: [],
        code: 'already_exists',
        message: `The record is stored already: ${first.id}.`,
        params: { id: first.id },
      };
      return { ...none, recordId: first.id, outcome: 'invalid', result: { ...base, issues: [issue] } };
    }
    if (refined?.isOlder) {
      const result = { ...base, version: versionOf(first) };
      return { ...none, recordId: first.id, outcome: 'unchanged', result };
    }
    const plain = compareStored(
      context,
      target,
      { stored: first, given: withoutPending(given, rows[at]) },
      // Rows of a part name their record; one part of it they name by its id alone.
      (path) => (source.owner || format.addedParts?.has(path) ? 'add' : options.parts),
    );
    const comparison = withMoves(plain, resource, first, { row: rows[at], moved: format.moved });
    const { outcome, changes, issues: found, warnings } = comparison;
    const differences = personDifferences(resource.path, first.record, given.values);
    if (recordId === undefined && areTwoPersons(resource.path, differences)) {
      const hints = [...base.hints, hintOf('other_person', { fields: differences.join(', ') })];
      const candidates = [candidateOf(target, first, matchBy)];
      return { ...none, outcome: 'ambiguous', result: { ...base, hints, candidates } };
    }
    const person = differences.length ? [hintOf('person_changes', { fields: differences.join(', ') })] : [];
    const hints = [...base.hints, ...person, ...warnings];
    const result = { ...base, changes, issues: found, hints, version: versionOf(first) };
    return { recordId: first.id, comparison, outcome, result };
  };
  const results: Evaluated[] = [];
  const pause = createYielder();
  for (const [at, row] of rows.entries()) {
    results.push(compare(row, at));
    await pause();
  }
  return results;
};

/** A record with the parts of its row: other rows of the portion have others, and its version is compared by itself. */
const withParts = (stored: StoredRecord | undefined, paths: ReadonlySet<string>): StoredRecord[] => {
  if (!stored) return [];
  const parts = Object.entries(stored.parts).filter(([path]) => paths.has(path));
  return [{ ...stored, parts: Object.fromEntries(parts) }];
};

/** A reference to a record that is still to be made is no difference. */
const withoutPending = (given: Given, row: Unmatched | undefined): Given => {
  const pending = row ? fileReferences(row).pending : [];
  if (!pending.length) return given;
  const values = Object.entries(given.values).filter(([name]) => !pending.includes(name));
  return { ...given, values: Object.fromEntries(values) };
};

/**
 * With the move of a record to another record of the file: a contract that has another holder. Requests cannot change such
 * a field.
 */
const withMoves = (
  plain: Comparison,
  { fields }: Resource,
  stored: StoredRecord,
  { row, moved }: { readonly row: Unmatched | undefined; readonly moved: ImportFormat['moved'] },
): Comparison => {
  if (!row || !moved || plain.outcome === 'invalid') return plain;
  const { values, pending } = fileReferences(row);
  const moves = Object.entries(values).filter(([name, id]) => fields[name]?.fixed && stored.record[name] !== id);
  if (!moves.length) return plain;
  const isOpen = (name: string): boolean => pending.includes(name);
  const known = moves.filter(([name]) => !isOpen(name));
  const changes = moves.map(([name, id]) => [name, { from: stored.record[name], to: isOpen(name) ? null : id }]);
  return {
    ...plain,
    outcome: 'changed',
    changes: { ...plain.changes, ...Object.fromEntries(changes) },
    values: { ...plain.values, ...Object.fromEntries(known) },
    warnings: [
      ...plain.warnings,
      ...moves.map(([name, id]) => moved(Number(stored.record[name]), isOpen(name) ? null : Number(id))),
    ],
  };
};

/** Compares rows with the stored records. @param read outside of a transaction, or inside of one */
export const evaluate = async (
  context: Context,
  read: Read,
  rows: readonly Unmatched[],
  rules: MatchRules,
): Promise<readonly Evaluated[]> => {
  const results: Evaluated[] = [];
  for (const section of new Set(rows.map(({ source }) => source.section))) {
    const own = [...rows.entries()].filter(([, { source }]) => source.section === section);
    const target = importTarget(context.model, section);
    const evaluated = target
      ? await evaluateSection(
          { context, read, target },
          own.map(([, row]) => row),
          rules,
        )
      : [];
    for (const [index, [at, { source }]] of own.entries())
      results[at] = evaluated[index] ?? {
        outcome: 'invalid',
        recordId: null,
        comparison: null,
        result: {
          ...PLAIN,
          name: '',
          hints: source.hints,
          issues: source.issues.length
            ? source.issues
            : [{ path: ['section'], code: 'invalid_section', message: `${section} cannot be imported.` }],
        },
      };
  }
  return results;
};
