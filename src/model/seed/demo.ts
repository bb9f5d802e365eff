/**
 * Sample data of the demo organisation of a first start: a small broker's office. All persons are invented; telephone
 * numbers are from ranges reserved for fiction, IBANs are published test numbers, and e-mail addresses end in
 * example.com.
 */
import { companies } from './demo/companies.ts';
import { couples } from './demo/couples.ts';
import { family } from './demo/family.ts';
import { inbox } from './demo/inbox.ts';
import { products, tags, users, views } from './demo/office.ts';
import { persons } from './demo/persons.ts';
import { portfolio } from './demo/portfolio.ts';
import type { Demo, DemoRelation } from './demo/shape.ts';

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
  customers: [...family, ...couples, ...persons, ...companies],
  portfolio,
  inbox,
  views,
  relations,
});
