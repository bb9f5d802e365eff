/** Finds the stored row of a part that a row of a file means: parts match by their value, in its normal form. */
import { phoneKey } from '../../derive/search/phone-number.ts';
import type { Values } from '../../model/declaration/field-shape.ts';
import { registry } from '../../model/registry.ts';
import { spelling } from '../../shared/spelling.ts';

/** Organisations cannot change the declaration of a part. A file can name a part that does not exist. */
const identityOf = (path: string): readonly string[] => registry.find(path)?.imports.identity ?? [];

const isSet = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

const isText = (text: string): boolean => /\p{L}/u.test(text) || !/\d/.test(text);

/** The normal form of a value: telephone numbers with country code, e-mail addresses without case, others letters and digits. */
const normalForm = (path: string, name: string, value: unknown): string => {
  const text = String(value ?? '').trim();
  // Telephone numbers have several spellings.
  if (!registry.find(path)?.fields[name]?.formatBy) return spelling(text);
  if (text.includes('@') || isText(text)) return text.normalize('NFC').toLowerCase();
  return phoneKey(text) ?? text;
};

/** The kind of a row of a part: its sort, `art` or `typ`. */
const kindOf = (path: string, { art, typ }: Values): unknown => {
  const kind = isSet(art) ? art : typ;
  return isSet(kind) ? String(kind) : registry.find(path)?.imports.usualArt;
};

/** Whether two rows of a part have the same value: a field that one of them lacks does not tell them apart. */
export const isSamePart = (path: string, stored: Values, row: Values): boolean => {
  const [given, known] = [kindOf(path, row), kindOf(path, stored)];
  if (isSet(row.art ?? row.typ) && known !== undefined && given !== known) return false;
  const compared = identityOf(path).filter((name) => isSet(stored[name]) && isSet(row[name]));
  return (
    compared.length > 0 &&
    compared.every((name) => normalForm(path, name, stored[name]) === normalForm(path, name, row[name]))
  );
};

/**
 * The stored rows that a file replaces: those of the kinds of its rows that none of them means.
 * @param rows as the file has them @param meant ids of the stored rows that they mean
 */
export const replacedParts = <Row extends { readonly id: number; readonly record: Values }>(
  path: string,
  stored: readonly Row[],
  rows: readonly Values[],
  meant: ReadonlySet<number | undefined>,
): readonly Row[] => {
  const { art, typ } = registry.find(path)?.fields ?? {};
  const kind = (row: Values): string => String(kindOf(path, row) ?? art?.default ?? typ?.default);
  const kinds = new Set(rows.map(kind));
  return identityOf(path).length ? stored.filter(({ id, record }) => !meant.has(id) && kinds.has(kind(record))) : [];
};

/** The fields that tell rows of a part apart, with their kind. */
export const tellingFields = (path: string): readonly string[] => ['art', 'typ', ...identityOf(path)];

const hasAll = (record: Values, values: Values): boolean =>
  Object.entries(values).every(([name, value]) => (record[name] ?? null) === (value ?? null));

/** Values of a row that is stored already: its spelling stays. */
const withoutSpelling = (path: string, stored: Values, row: Values): Values =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !(identityOf(path).includes(name) && isSet(stored[name]))));

/** A row of a file with the stored row that it means: `stored` is undefined for a row that is added. */
export interface MatchedPart<Row> {
  readonly stored: Row | undefined;
  readonly values: Values;
}

/**
 * Matches the rows that a file gives a part with the stored ones: by id, by value, and where both have one row of a kind,
 * by the kind. Each stored row is matched once.
 * @param addsOnly no row replaces one of another value
 */
export const matchParts = <Row extends { readonly id: number; readonly record: Values }>(
  path: string,
  stored: readonly Row[],
  rows: readonly { readonly id?: unknown; readonly values: Values }[],
  addsOnly = false,
): readonly MatchedPart<Row>[] => {
  const free = new Set(stored);
  const found = new Map<number, MatchedPart<Row>>();
  const match = (test: (row: Row, at: number) => boolean, valuesOf: (row: Row, at: number) => Values): void => {
    for (const at of rows.keys()) {
      const one = found.has(at) ? undefined : [...free].find((row) => test(row, at));
      if (!one) continue;
      free.delete(one);
      found.set(at, { stored: one, values: valuesOf(one, at) });
    }
  };
  const given = (at: number): Values => rows[at]?.values ?? {};
  match(
    (row, at) => row.id === Number(rows[at]?.id),
    (_, at) => given(at),
  );
  match(
    ({ record }, at) => hasAll(record, given(at)),
    () => ({}),
  );
  match(
    ({ record }, at) => isSamePart(path, record, given(at)),
    ({ record }, at) => withoutSpelling(path, record, given(at)),
  );
  const only = (kind: unknown, all: readonly Values[]) => all.filter((one) => kindOf(path, one) === kind).length === 1;
  const isOnly = (kind: unknown): boolean =>
    kind !== undefined &&
    only(
      kind,
      stored.map(({ record }) => record),
    ) &&
    only(
      kind,
      rows.map(({ values }) => values),
    );
  if (!addsOnly)
    match(
      ({ record }, at) => kindOf(path, record) === kindOf(path, given(at)) && isOnly(kindOf(path, record)),
      (_, at) => given(at),
    );
  return rows.map(({ values }, at) => found.get(at) ?? { stored: undefined, values });
};
