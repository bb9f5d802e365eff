/** Templates filled with the values of a record (rules 9.28). */
import { userName } from '../../derive/full-name.ts';
import { germanDate, letterValue } from '../../derive/metadata/display-value.ts';
import { collectNamed, type NamedIds } from '../../derive/metadata/named-records.ts';
import { parseTemplate, templateProblem } from '../../derive/templates/placeholders.ts';
import { fail } from '../../errors/api-error.ts';
import type { Values } from '../../model/declaration/field-shape.ts';
import {
  ADDRESS,
  type FieldGroup,
  fieldGroups,
  groupsOf,
  type TemplateSection,
} from '../../model/seed/placeholders.ts';
import { disclosureOf } from '../../shared/disclosure.ts';
import { lookupTable } from '../../shared/lookup-table.ts';
import { prepared } from '../../sql/sql.ts';
import { requireScope } from '../call/authorize.ts';
import { type Context, localNow } from '../call/call.ts';
import { loadRecords } from '../feed/load-records.ts';
import { loadNames } from '../references/record-names.ts';

/** The record that a text is for. */
export interface Subject {
  readonly section: TemplateSection;
  readonly id: number;
}

/** A subject and a text with placeholders, or with values in their places. */
export interface Letter {
  readonly subject: string;
  readonly text: string;
}

type Records = Readonly<Partial<Record<FieldGroup, Values | null>>>;

/** Reads one record as the caller sees it; null where it does not exist. */
export const readRecord = async (context: Context, section: string, id: unknown): Promise<Values | null> => {
  if (typeof id !== 'number') return null;
  const one = { section, record_id: id, owner_section: null };
  const text = (await loadRecords(context, [one]))(one);
  return text === null ? null : (JSON.parse(text) as Values);
};

/** As `readRecord`. @throws 403 `missing_required_scope` without the read scope of the record kind */
export const readVisible = (context: Context, section: string, id: unknown): Promise<Values | null> => {
  requireReadOf(context, section);
  return readRecord(context, section, id);
};

/** @throws 403 `missing_required_scope` without the read scope of the record kind */
export const requireReadOf = (context: Context, section: string): void =>
  requireScope(context.actor, `v3:${context.model.registry.get(section).scope}:read`);

/** The record, and those that it names. @throws 404 `not_found` */
const recordsOf = async (context: Context, { section, id }: Subject, used: ReadonlySet<string>): Promise<Records> => {
  const main = await readRecord(context, section, id);
  if (!main) throw fail('not_found');
  const groups = Object.entries(groupsOf[section]) as [FieldGroup, string][];
  const read = groups.map(async ([group, column]): Promise<[FieldGroup, Values | null]> => {
    const kind = fieldGroups[group].section;
    if (kind === section) return [group, main];
    if (!used.has(group) && group !== 'kunde') return [group, null];
    const named = await readRecord(context, kind, main[column]);
    // A contract may have the name of an insurer that is no product partner.
    return [group, named ?? { name: main[group] }];
  });
  return Object.fromEntries(await Promise.all(read));
};

const ADDRESSED: Readonly<Record<string, string>> = lookupTable({ Frau: 'Frau', Herr: 'Herrn', Familie: 'Familie' });

const joined = (separator: string, ...parts: readonly unknown[]): string => parts.filter(Boolean).join(separator);

/** A name and an address in lines, as on a letter: the postal address, else the main one; empty without an address. */
const addressLines = async ({ db, actor }: Context, contact: Values): Promise<string> => {
  const [row] = await db.read<Values>(prepared`select a.adresszusatz, a.strasse, a.plz, a.ort
    from address a
    where a.org_id = ${actor.orgId} and a.kid = ${contact.id}::int and a.del = 0
    order by case a.art when 1 then 0 when 0 then 1 else 2 end, a.id
    limit 1`);
  if (!row) return '';
  const { anrede, titel, vorname, name, namenszusatz } = contact;
  const isPerson = anrede !== 'Firma';
  const town = joined(' ', row.plz, row.ort);
  return joined(
    '\n',
    ADDRESSED[String(anrede)],
    isPerson ? joined(' ', titel, vorname, name) : name,
    namenszusatz,
    row.adresszusatz,
    row.strasse,
    town,
  );
};

/** The adviser of the customer, else the caller; the address is one line, as above the one of a letter. */
const adviserOf = async ({ db, actor }: Context, kid: unknown): Promise<Values> => {
  const [row] = await db.read<Values>(prepared`select ${userName} as name, u.email, u.signatur,
      (select d.wert from contact_detail d
        where d.org_id = ${actor.orgId} and d.kid = u.id and d.art = 'Telefon' and d.del = 0
        order by d.id limit 1) as telefon,
      (select concat_ws(', ', nullif(a.strasse, ''), nullif(concat_ws(' ', a.plz, a.ort), ''))
        from address a
        where a.org_id = ${actor.orgId} and a.kid = u.id and a.del = 0
        order by a.art, a.id limit 1) as anschrift
    from contact u
    where u.org_id = ${actor.orgId} and u.id = ${kid ?? actor.userKid}::int and u.section = 'users' and u.del = 0`);
  return row ?? {};
};

/** Values of placeholders by their names. @param used of `placeholdersIn` @throws 404 for the record */
export const placeholderValues = async (
  context: Context,
  subject: Subject,
  used: ReadonlySet<string>,
): Promise<(name: string) => string> => {
  const { actor, model } = context;
  const groups = new Set([...used].map((name) => name.split('.')[0] ?? ''));
  const records = await recordsOf(context, subject, groups);
  const ids: NamedIds = new Map();
  const sections = Object.entries(records) as [FieldGroup, Values | null][];
  for (const [group, record] of sections) {
    const resource = model.registry.get(fieldGroups[group].section);
    if (record && groups.has(group)) collectNamed({ resource, embeds: [], registry: model.registry }, record, ids);
  }
  const addressed = sections.filter(([group, record]) => record?.id && used.has(`${group}.${ADDRESS.name}`));
  const [names, adviser, addresses] = await Promise.all([
    loadNames(context, ids),
    groups.has('betreuer') ? adviserOf(context, records.kunde?.betreuer) : {},
    Promise.all(
      addressed.map(async ([group, contact]) => [group, await addressLines(context, contact ?? {})] as const),
    ),
  ]);
  const lines = new Map<string, string>(addresses);
  const { language } = disclosureOf(model.settings.disclosure);
  const further: Values = {
    ...{ 'firma.name': actor.organisation },
    heute: germanDate(localNow(context).slice(0, 10)),
  };
  return (name) => {
    const [group = '', member = ''] = name.split('.');
    if (group === 'betreuer') return String((adviser as Values)[member] ?? '');
    const record = records[group as FieldGroup];
    if (member === ADDRESS.name) return lines.get(group) ?? '';
    const section = Object.hasOwn(fieldGroups, group) ? fieldGroups[group as FieldGroup].section : undefined;
    const field = section && model.registry.get(section).fields[member];
    if (!field) return String(further[name] ?? '');
    return letterValue(field, record?.[member], { organisation: actor.organisation, language, names });
  };
};

/**
 * The placeholders that texts for records of a kind have.
 * @throws 400 `unknown_placeholder`; 403 without the read scope of the record kind or of one that a placeholder is of
 */
export const placeholdersIn = (
  context: Context,
  section: TemplateSection,
  texts: readonly string[],
): ReadonlySet<string> => {
  for (const text of texts) {
    const message = templateProblem(context.model.registry, section, text);
    if (message) throw fail('unknown_placeholder', { message });
  }
  requireReadOf(context, section);
  const parts = texts.flatMap(parseTemplate);
  const used = new Set(parts.flatMap((part) => (typeof part === 'string' ? [] : [part.placeholder])));
  for (const name of used) {
    const group = name.split('.')[0] ?? '';
    if (Object.hasOwn(fieldGroups, group)) requireReadOf(context, fieldGroups[group as FieldGroup].section);
  }
  return used;
};

/** A text with values in the places of its placeholders. Values are plain text and not searched for placeholders. */
export const filled = (text: string, value: (name: string) => string): string =>
  parseTemplate(text)
    .map((part) => (typeof part === 'string' ? part : value(part.placeholder)))
    .join('');

/** As `filled`, in one line; values may have several. */
export const filledLine = (text: string, value: (name: string) => string): string =>
  filled(text, value).replaceAll(/\s+/g, ' ').trim();

/**
 * Puts the values of a record in the places of placeholders.
 * @returns also the names of placeholders that have no value
 * @throws as `placeholdersIn`; 404
 */
export const fillTemplate = async (
  context: Context,
  subject: Subject,
  letter: Letter,
): Promise<Letter & { readonly empty: readonly string[] }> => {
  const used = placeholdersIn(context, subject.section, [letter.subject, letter.text]);
  const value = await placeholderValues(context, subject, used);
  return {
    subject: filledLine(letter.subject, value),
    text: filled(letter.text, value),
    empty: [...used].filter((name) => !value(name)),
  };
};
