import { describe, expect, test } from 'vitest';
import type { Field, Values } from '../../../src/model/declaration/field-shape.ts';
import { registry } from '../../../src/model/registry.ts';
import { withDates } from '../../../src/model/seed/demo/shape.ts';
import { demo } from '../../../src/model/seed/demo.ts';
import { optionLists } from '../../../src/model/seed/option-lists.ts';
import { relationTypes } from '../../../src/model/seed/relation-types.ts';
import { sparten } from '../../../src/model/seed/sparten.ts';

const { products, users, tags, relations } = demo;
const customers = [...demo.customers, ...demo.portfolio];
const day = (days: number): string => new Date(Date.UTC(2028, 1, 29) + days * 86_400_000).toISOString().slice(0, 10);
const contacts = [...customers, ...products, ...users];
const contracts = customers.flatMap((customer) => customer.contracts ?? []);

/** Every record of the sample data, with the path of its record kind. */
const records: readonly (readonly [path: string, fields: Values])[] = [
  ...users.map(({ fields }) => ['users', fields] as const),
  ...products.map(({ fields }) => ['products', fields] as const),
  ...customers.map(({ fields }) => ['customers', fields] as const),
  ...tags.map((tag) => ['system/tags', tag] as const),
  ...(['addresses', 'contacts', 'banking', 'numbers'] as const).flatMap((path) =>
    contacts.flatMap((contact) => (contact[path] ?? []).map((fields) => [path, fields] as const)),
  ),
  ...(['identity', 'jobs', 'finances', 'goals'] as const).flatMap((path) =>
    customers.flatMap((customer) => (customer[path] ?? []).map((fields) => [path, fields] as const)),
  ),
  ...products.flatMap(({ contactPersons }) => contactPersons.map((fields) => ['contact-persons', fields] as const)),
  ...products.flatMap(({ portals }) => portals.map((fields) => ['portals', fields] as const)),
  ...contracts.map(({ fields }) => ['contracts', fields] as const),
  ...contracts.flatMap(({ tariffs = [] }) => tariffs.map((fields) => ['tariffs', fields] as const)),
  ...contracts.flatMap(({ persons = [] }) => persons.map((fields) => ['persons', fields] as const)),
  ...customers.flatMap(({ damages = [] }) => damages.map(({ fields }) => ['damages', fields] as const)),
  ...customers.flatMap(({ activities = [] }) => activities.map(({ fields }) => ['activities', fields] as const)),
];

const spartenOptions = sparten.map(({ id, name, sparte }) => ({ value: id, display: name, keys: [sparte] }));
const withOptions = (field: Field): Field =>
  field.list ? { ...field, options: field.list === 'sparten' ? spartenOptions : optionLists[field.list] } : field;

/** Whether an IBAN's check digits are right (ISO 13616: the rearranged number is 1 modulo 97). */
const validIban = (iban: string): boolean => {
  const digits = (iban.slice(4) + iban.slice(0, 4)).replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return BigInt(digits) % 97n === 1n;
};

describe('sample data', () => {
  test('has the size of a small office', () => {
    expect(customers).toHaveLength(205);
    expect(products).toHaveLength(3);
    expect(users).toHaveLength(5);
    expect(contracts.length).toBeGreaterThanOrEqual(350);
    expect(customers.filter(({ betreuer }) => betreuer === 'arndt')).toHaveLength(42);
  });

  test('every record has only writable fields of its kind, with valid values, and the required ones', () => {
    const wrong: string[] = [];
    for (const [path, made] of records) {
      const values = withDates(made, day);
      const { fields } = registry.get(path);
      for (const [name, value] of Object.entries(values)) {
        const field = fields[name];
        if (!field || field.server) wrong.push(`${path}.${name} is not writable`);
        else if (!withOptions(field).kind.accepts(withOptions(field)).safeParse(value).success) {
          wrong.push(`${path}.${name}: ${JSON.stringify(value)}`);
        }
      }
      for (const [name, field] of Object.entries(fields)) {
        // The position in the tree determines a customer's id, not the record's values.
        if (field.required && values[name] === undefined && name !== 'kid') wrong.push(`${path}.${name} is missing`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test('referenced records exist', () => {
    const keys = contacts.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    const userKeys = users.map(({ key }) => key);
    const partnerKeys = products.map(({ key }) => key);
    const tagNames = tags.map(({ tag }) => tag);
    for (const customer of customers) {
      expect(userKeys).toContain(customer.betreuer);
      for (const tag of customer.tags ?? []) expect(tagNames).toContain(tag);
      for (const { verantwortlich } of customer.activities ?? []) expect(userKeys).toContain(verantwortlich);
      for (const { gesellschaft } of customer.damages ?? []) expect(partnerKeys).toContain(gesellschaft);
      const numbers = (customer.contracts ?? []).map(({ fields }) => fields.nummer);
      for (const { vertrag } of customer.damages ?? []) expect([undefined, ...numbers]).toContain(vertrag);
    }
  });

  test('relations name customers and types that exist, no pair twice', () => {
    const keys = customers.map(({ key }) => key);
    const ends = relations.map(({ from, to }) => [from, to].sort().join(' '));
    expect(new Set(ends).size).toBe(ends.length);
    for (const relation of relations) {
      expect(keys).toContain(relation.from);
      expect(keys).toContain(relation.to);
      expect(
        relationTypes.filter(({ kreis, name }) => kreis === relation.kreis && name === relation.name),
      ).toHaveLength(1);
    }
  });

  test('contract numbers are unique', () => {
    const numbers = contracts.map(({ fields }) => fields.nummer);
    expect(numbers.filter((number, i) => numbers.indexOf(number) !== i)).toEqual([]);
  });

  test('e-mail, web and telephone are fictional, IBANs well-formed', () => {
    for (const [path, values] of records) {
      for (const [name, value] of Object.entries(values)) {
        const text = String(value);
        if (text.includes('@') || text.includes('://')) expect(text).toMatch(/[@./]example\.com$/);
        if (text.startsWith('+')) {
          expect(text, `${path}.${name}`).toMatch(
            /^\+49 (30 23125|40 66969|69 90009|89 99998|221 4710|171 39200) \d{2,3}$/,
          );
        }
        if (name === 'iban') expect(validIban(text), text).toBe(true);
      }
    }
  });

  test('activities have a time of day and a length', () => {
    for (const { at, minutes } of customers.flatMap(({ activities = [] }) => activities)) {
      expect(at).toMatch(/^([01]\d|2[0-3]):[0-5]\d$/);
      expect(minutes).toBeGreaterThan(0);
    }
  });
});
