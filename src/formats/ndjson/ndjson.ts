/** NDJSON: each line is a record as a POST of the API takes it, with its parts as arrays. */
import type { Registry } from '../../model/registry.ts';
import { cleanText } from '../../shared/value-form.ts';
import { emptyRecord, type Format, type OpenFile, type ReadOptions, UnreadableFile } from '../format.ts';
import { hintOf } from '../remarks.ts';
import type { SourceRecord } from '../source-record.ts';
import { unreadable } from '../table/cell-issues.ts';
import {
  ownedRecord,
  ownerTargets,
  type PartSection,
  partSection,
  partsOf,
  type RowOwner,
} from '../table/part-sections.ts';
import { EXTERNAL_ID } from '../table/targets.ts';
import { decode, guessEncoding } from '../text/encoding.ts';

const MAX_LINE = 1 << 20;
const UNICODE: ReadonlySet<string> = new Set(['utf-8', 'utf-16']);

/** Lines of a text, with their numbers. @throws UnreadableFile where one is too long */
async function* linesOf(
  open: OpenFile,
  encoding: string,
  ended: () => void,
): AsyncGenerator<readonly [line: number, text: string]> {
  let rest = '';
  let line = 0;
  for await (const chunk of decode(await open(), encoding, ended)) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const text of lines) {
      line += 1;
      if (text.trim()) yield [line, text];
    }
    if (rest.length > MAX_LINE) throw new UnreadableFile('long_line', line + 1);
  }
  if (rest.trim()) yield [line + 1, rest];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const refused = (record: SourceRecord, code: string, message: string): SourceRecord => ({
  ...record,
  issues: [{ path: [], code, message }],
});

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const recordOf = (line: number, text: string, options: ReadOptions, registry: Registry): SourceRecord => {
  const value = parsed(text);
  const section = isObject(value) && typeof value.section === 'string' ? value.section : (options.section ?? '');
  const record = emptyRecord(section, line);
  if (!isObject(value)) return refused(record, 'invalid_json', 'The line is no JSON object.');
  const kind = partSection(registry, section);
  const known = kind ?? registry.find(section);
  if (!known) return refused(record, 'missing_section', 'The line needs the name of a record kind as section.');
  const names = new Set(kind ? [] : partsOf(registry, section).map(({ path }) => path));
  const values: Record<string, unknown> = {};
  const parts: Record<string, Record<string, unknown>[]> = {};
  for (const [name, member] of Object.entries(value)) {
    if (name === 'section' || name === EXTERNAL_ID) continue;
    if (names.has(name) && Array.isArray(member)) parts[name] = member.filter(isObject);
    else values[name] = member;
  }
  const issues = Object.entries(value).flatMap(([name, member]) =>
    (name + JSON.stringify(member)).includes('\ufffd') ? [unreadable({ name, line, column: name })] : [],
  );
  const id = value[EXTERNAL_ID];
  const externalIds =
    typeof id === 'string' || typeof id === 'number'
      ? [{ source: options.source ?? 'import', id: cleanText(String(id), {}) }]
      : [];
  const read = { ...record, values, parts, externalIds, issues };
  return kind ? { ...read, ...ownedOf(kind, registry, values) } : read;
};

/** A row of a part, with the members that find its record. */
const ownedOf = (kind: PartSection, registry: Registry, members: Readonly<Record<string, unknown>>) => {
  const targets = new Map(ownerTargets(registry, kind).map((target) => [target.name, target]));
  const owner: RowOwner = { values: {} };
  const row: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(members)) {
    const target = targets.get(name);
    if (!target) row[name] = member;
    else if (target.owner === 'value') owner.values[target.fieldName] = member;
    else if (member !== null) owner[target.owner] = String(member);
  }
  return ownedRecord(kind, owner, [row]);
};

/** NDJSON. */
export const ndjson: Format = {
  name: 'ndjson',
  endings: ['ndjson', 'jsonl'],
  maxBytes: 1 << 30,
  inspect: async (open, given) => {
    const { encoding, hints } = await guessEncoding(open);
    if (!given.encoding && !UNICODE.has(encoding)) throw new UnreadableFile('not_utf8', 1);
    return { options: { encoding, ...given }, hints };
  },
  read: async function* (open, options, registry, report) {
    const ended = () => report.hint(hintOf('end_mark'));
    for await (const [line, text] of linesOf(open, options.encoding ?? 'utf-8', ended))
      yield recordOf(line, text, options, registry);
  },
};
