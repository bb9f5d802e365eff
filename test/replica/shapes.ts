/** How records and parts are made and changed: addresses and bodies. */
import { relationPairs } from '../../src/model/seed/relation-types.ts';
import type { Random } from '../crash/random.ts';
import { idOf, type Kind, type Known, ownerOf, type Part } from './known.ts';

interface RecordShape {
  readonly at: () => string;
  readonly body: () => object;
  /** @param below the record that it was made below */
  readonly change: (below: string) => object;
  /** Some may be made at once. */
  readonly batch?: true;
}

interface PartShape {
  /** Of a record that it may hang on. */
  readonly owner: () => string;
  readonly body: () => object;
  /** It is made and removed only. */
  readonly fixed?: true;
}

const wordOf = (random: Random): string => random.next().toString(36).slice(2, 10);

export const recordShapes = ({ one }: Known, random: Random): Readonly<Record<Kind, RecordShape>> => {
  const text = () => wordOf(random);
  const flag = () => random.whole(0, 1);
  const below = (kind: Kind) => () => `${one('customers')}/${kind}`;
  return {
    customers: {
      at: () => 'customers',
      body: () => ({ name: text(), vorname: text(), geb: '1980-01-02' }),
      change: () => ({ name: text(), kommentar: text() }),
      batch: true,
    },
    contracts: {
      at: below('contracts'),
      body: () => ({ nummer: text(), tariffs: flag() ? [{ name: text() }] : [] }),
      change: () => ({ nummer: text(), archiv: flag() }),
      batch: true,
    },
    damages: { at: below('damages'), body: () => ({ art: text() }), change: () => ({ art: text() }), batch: true },
    activities: {
      at: () => 'activities',
      body: () => ({ kategorie: 1, titel: text() }),
      change: () => ({ titel: text(), status: flag() }),
    },
    goals: { at: below('goals'), body: () => ({ subject: text() }), change: () => ({ subject: text() }) },
    // Below customers that have folders, so that they move.
    documents: {
      at: () => `${flag() ? ownerOf(one('folders')) : one('customers')}/documents`,
      body: () => ({ base64: 'eA==', name: text() }),
      change: (customer) => ({ ordner: random.next() < 0.2 ? 0 : idOf(one('folders', customer)) }),
    },
    'system/tags': { at: () => 'system/tags', body: () => ({ tag: text() }), change: () => ({ tag: text() }) },
  };
};

export const partShapes = ({ one, any }: Known, random: Random): Readonly<Record<Part, PartShape>> => {
  const text = () => wordOf(random);
  const customer = () => one('customers');
  return {
    addresses: { owner: customer, body: () => ({ ort: text() }) },
    banking: { owner: customer, body: () => ({ iban: text() }) },
    tariffs: { owner: () => one('contracts'), body: () => ({ name: text() }) },
    comments: { owner: any, body: () => ({ text: text() }) },
    followers: { owner: any, body: () => ({}), fixed: true },
    links: {
      owner: any,
      body: () => {
        const [foreign_section, foreign_id] = any().split('/');
        return { foreign_section, foreign_id: Number(foreign_id) };
      },
      fixed: true,
    },
    relations: {
      owner: customer,
      body: () => ({ kid_beziehung: idOf(customer()), beziehung: relationPairs[0]?.beziehung }),
      fixed: true,
    },
    tags: { owner: any, body: () => ({ tag_id: idOf(one('system/tags')) }), fixed: true },
    folders: { owner: customer, body: () => ({ name: text() }) },
  };
};
