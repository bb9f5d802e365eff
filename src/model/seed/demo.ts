/**
 * Sample data of the demo organisation that a first start makes: what a small broker's office looks like. Everyone is
 * invented; telephone numbers are from ranges kept free for fiction, IBANs are published test numbers, and e-mail
 * addresses end in example.com.
 */
import type { Values } from '../kinds.ts';
import { companies } from './demo/companies.ts';
import { families } from './demo/families.ts';
import { products, tags, users } from './demo/office.ts';
import { persons } from './demo/persons.ts';
import type { Demo, DemoActivity, DemoRelation } from './demo/shape.ts';
import { relationTypes } from './relation-types.ts';

const relations: readonly DemoRelation[] = [
  { from: 'thomas', to: 'anna', kreis: 2, name: 'Ehefrau' },
  { from: 'thomas', to: 'leon', kreis: 1, name: 'Sohn' },
  { from: 'thomas', to: 'mia', kreis: 1, name: 'Tochter' },
  { from: 'anna', to: 'leon', kreis: 1, name: 'Sohn' },
  { from: 'anna', to: 'mia', kreis: 1, name: 'Tochter' },
  { from: 'leon', to: 'mia', kreis: 1, name: 'Schwester' },
  { from: 'thomas', to: 'gerda', kreis: 1, name: 'Mutter' },
  { from: 'leon', to: 'gerda', kreis: 1, name: 'Großmutter' },
  { from: 'mia', to: 'gerda', kreis: 1, name: 'Großmutter' },
  { from: 'jan', to: 'julia', kreis: 2, name: 'Lebensgefährtin' },
  { from: 'peter', to: 'ursula', kreis: 2, name: 'Ehefrau' },
  { from: 'elektro', to: 'jan', kreis: 4, name: 'Geschäftsführer' },
  { from: 'baeckerei', to: 'yildiz', kreis: 4, name: 'Inhaber' },
  { from: 'praxis', to: 'vogt', kreis: 4, name: 'Gesellschafterin' },
  { from: 'schuster', to: 'jan', kreis: 5, name: 'Empfehlungsgeber' },
  { from: 'neumann', to: 'demir', kreis: 3, name: 'Erbin' },
];

export const demo: Demo = Object.freeze({
  organisation: 'Reuter & Kollegen Versicherungsmakler (Demo)',
  users,
  products,
  tags,
  customers: [...families, ...persons, ...companies],
  relations,
});

/**
 * Id of the relation type that a sample relation names.
 * @throws Error where there is none: a mistake in the sample data.
 */
export const demoRelationType = ({ kreis, name }: DemoRelation): number => {
  const type = relationTypes.find((candidate) => candidate.kreis === kreis && candidate.name === name);
  if (!type) throw new Error(`Sample data: no relation type ${name} in group ${kreis}`);
  return type.id;
};

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
const localTime = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');

/** The fields of a sample activity with `start` and `ende`; `today` is the organisation's day, `YYYY-MM-DD`. */
export const demoActivityFields = ({ fields, inDays, at, minutes }: DemoActivity, today: string): Values => {
  const start = Date.parse(`${today}T${at}:00Z`) + inDays * DAY;
  return { ...fields, start: localTime(start), ende: localTime(start + minutes * MINUTE) };
};
