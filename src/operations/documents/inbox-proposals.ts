/**
 * Proposals of records for waiting documents (rules 5.16a). Each reason has a weight, and the score of a record is the probability
 * that at least one of its reasons is right: 1 - (1 - a)(1 - b)...
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { NamedIds } from '../../derive/metadata/named-records.ts';
import type { AnswerOf } from '../../model/calls/index.ts';
import { MAX_PROPOSALS, MIN_PROPOSAL_SCORE } from '../../shared/limits.ts';
import type { Context } from '../call/call.ts';
import { loadNames } from '../references/record-names.ts';
import {
  contractsByNumber,
  customersOf,
  type FoundContract,
  type FoundCustomer,
  sendersOf,
  type Wanted,
} from './inbox-candidates.ts';
import { type Mention, type Mentions, mentionsOf, type Source } from './inbox-mentions.ts';

/** A record that a document may belong to, and why. */
type Proposal = NonNullable<AnswerOf<'GET /v3/inbox/documents'>['items'][number]['proposals']>[number];
type Reason = Proposal['reasons'][number];

/** A waiting document: its texts, and the records that its submission names. */
export interface ProposedFor {
  readonly sources: readonly Source[];
  readonly given: readonly { readonly section: string; readonly id: number; readonly kid: number | null }[];
}

/** Weights of reasons. Names weigh less where others have the same; a last name alone is never enough. */
const WEIGHTS = {
  given: 1,
  contract_number: 0.9,
  external_id: 0.8,
  sender: 0.6,
  name: 0.65,
  commonName: 0.4,
  lastName: 0.3,
  birth_date: 0.5,
} as const;
/** A company is recognized by its name alone, where that is no short word. */
const MIN_COMPANY = 6;

interface Weighed extends Reason {
  readonly weight: number;
}

const weigh = (kind: Reason['kind'], { text, where }: Mention, weight: number = WEIGHTS[kind]): Weighed => ({
  kind,
  text,
  where,
  weight,
});

const scoreOf = (reasons: readonly Weighed[]): number =>
  Math.round((1 - reasons.reduce((doubt, { weight }) => doubt * (1 - weight), 1)) * 100) / 100;

type Groups = ReadonlyMap<string, readonly FoundCustomer[]>;

/** Facts about the customers of a page. Maps by mention, so that a document is compared only with customers that it mentions. */
interface Known {
  /** Customers by full name, for names that several have. */
  readonly namesakes: ReadonlyMap<string, number>;
  readonly byName: Groups;
  readonly byNumber: Groups;
  readonly bySender: Groups;
}

const nameKey = ({ name }: FoundCustomer): string => (name ?? '').toLowerCase();
const fullName = ({ vorname, name }: FoundCustomer): string => `${vorname ?? ''} ${name ?? ''}`.trim().toLowerCase();

const nameReason = (customer: FoundCustomer, mentions: Mentions, { namesakes }: Known): Weighed | null => {
  const { name, vorname } = customer;
  // The set is asked first: the texts are long.
  if (!name || !mentions.names.has(nameKey(customer))) return null;
  const full = vorname
    ? (mentions.find(`${vorname} ${name}`) ?? mentions.find(`${name} ${vorname}`))
    : name.length >= MIN_COMPANY
      ? mentions.find(name)
      : null;
  if (full) {
    const isCommon = (namesakes.get(fullName(customer)) ?? 0) > MAX_PROPOSALS;
    return weigh('name', full, isCommon ? WEIGHTS.commonName : WEIGHTS.name);
  }
  const last = mentions.find(name);
  return last ? weigh('name', last, WEIGHTS.lastName) : null;
};

/** The reasons for a customer: a birth date counts only with a name. */
const customerReasons = (customer: FoundCustomer, mentions: Mentions, known: Known): Weighed[] => {
  const name = nameReason(customer, mentions, known);
  const born = name && customer.geb ? mentions.dates.get(customer.geb) : undefined;
  const number = customer.nummer === null ? undefined : mentions.written.get(customer.nummer);
  const isSender = mentions.sender !== null && known.bySender.get(mentions.sender)?.includes(customer);
  return [
    ...(number ? [weigh('external_id', number)] : []),
    ...(name ? [name] : []),
    ...(born ? [weigh('birth_date', born)] : []),
    ...(isSender ? [weigh('sender', { where: 'absender', text: mentions.sender ?? '' })] : []),
  ];
};

interface Candidate {
  readonly section: string;
  readonly id: number;
  readonly kid: number | null;
  readonly reasons: readonly Weighed[];
}

/** The best candidates of a document; equal ones stay in their order. */
const best = (candidates: readonly Candidate[]): (Candidate & { readonly score: number })[] =>
  candidates
    .map((one) => ({ ...one, score: scoreOf(one.reasons) }))
    .filter(({ score }) => score >= MIN_PROPOSAL_SCORE)
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_PROPOSALS);

const wantedOf = (all: readonly Mentions[]): Wanted => {
  const unique = (values: readonly string[]): string[] => [...new Set(values)];
  const names = unique(all.flatMap((one) => [...one.names]));
  return {
    numbers: unique(all.flatMap(({ numbers }) => [...numbers.keys()])),
    written: unique(all.flatMap(({ written: texts }) => [...texts.keys()])),
    names,
    words: names.filter((name) => !name.includes(' ')),
    dates: unique(all.flatMap(({ dates }) => [...dates.keys()])),
    senders: unique(all.flatMap(({ sender }) => sender ?? [])),
  };
};

/** Customers in their order, by the keys of each. */
const groupBy = (all: Iterable<readonly [string | null, FoundCustomer | undefined]>): Groups => {
  const groups = new Map<string, FoundCustomer[]>();
  for (const [key, one] of all) {
    if (key === null || !one) continue;
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return groups;
};

interface Found {
  readonly contracts: readonly FoundContract[];
  readonly customers: ReadonlyMap<number, FoundCustomer>;
  readonly known: Known;
}

/** Reads the candidates of a page, of the kinds that the caller may read. */
const findCandidates = async (context: Context, all: readonly Mentions[]): Promise<Found> => {
  const { scopes } = context.actor;
  const wanted = wantedOf(all);
  const contracts = scopes.has('v3:contracts:read') ? await contractsByNumber(context, wanted.numbers) : [];
  const kids = [...new Set(contracts.map(({ kid }) => kid))];
  const customers = scopes.has('v3:customers:read') ? await customersOf(context, wanted, kids) : [];
  const senders = await sendersOf(
    context,
    wanted.senders,
    customers.map(({ id }) => id),
  );
  const namesakes = new Map<string, number>();
  for (const one of customers) namesakes.set(fullName(one), (namesakes.get(fullName(one)) ?? 0) + 1);
  const byId = new Map(customers.map((one) => [one.id, one]));
  return {
    contracts,
    customers: byId,
    known: {
      namesakes,
      byName: groupBy(customers.map((one) => [nameKey(one), one])),
      byNumber: groupBy(customers.map((one) => [one.nummer, one])),
      bySender: groupBy(senders.map(({ kid, address }) => [address, byId.get(kid)])),
    },
  };
};

/** The customers that a document mentions, and those of its contracts, in the order of their ids. */
const mentionedCustomers = (mentions: Mentions, { customers, known }: Found, kids: readonly number[]) => {
  const all = new Set(kids.flatMap((kid) => customers.get(kid) ?? []));
  const add = (groups: Groups, keys: Iterable<string>): void => {
    for (const key of keys) for (const one of groups.get(key) ?? []) all.add(one);
  };
  add(known.byName, mentions.names);
  add(known.byNumber, mentions.written.keys());
  add(known.bySender, mentions.sender === null ? [] : [mentions.sender]);
  return [...all].sort((a, b) => a.id - b.id);
};

const candidatesOf = (mentions: Mentions, given: ProposedFor['given'], found: Found): Candidate[] => {
  const mentioned = found.contracts.filter(({ number }) => mentions.numbers.has(number));
  const kids = mentioned.map(({ kid }) => kid);
  const reasons = new Map(
    mentionedCustomers(mentions, found, kids).map((one) => [one.id, customerReasons(one, mentions, found.known)]),
  );
  const named = given.map(
    ({ section, id, kid }): Candidate => ({
      section,
      id,
      kid,
      reasons: [weigh('given', { where: 'absender', text: `${section}/${id}` })],
    }),
  );
  const isGiven = (section: string, id: number): boolean =>
    given.some((one) => one.section === section && one.id === id);
  const contracts = mentioned.flatMap(({ id, kid, number }): Candidate[] => {
    const mention = mentions.numbers.get(number);
    if (!mention || isGiven('contracts', id)) return [];
    return [
      { section: 'contracts', id, kid, reasons: [weigh('contract_number', mention), ...(reasons.get(kid) ?? [])] },
    ];
  });
  const customers = [...reasons].flatMap(([id, its]): Candidate[] =>
    isGiven('customers', id) ? [] : [{ section: 'customers', id, kid: id, reasons: its }],
  );
  return [...named, ...contracts, ...customers];
};

/**
 * At most three records for each of some documents, best first, with the reasons.
 * @returns the proposals in the order of the documents
 */
export const proposalsFor = async (context: Context, documents: readonly ProposedFor[]): Promise<Proposal[][]> => {
  const all: Mentions[] = [];
  for (const { sources } of documents) {
    all.push(mentionsOf(sources));
    // Other requests run between two documents.
    await nextTurn();
  }
  const found = await findCandidates(context, all);
  const chosen = documents.map(({ given }, at) => {
    const mentions = all[at];
    return mentions ? best(candidatesOf(mentions, given, found)) : [];
  });
  const ids: NamedIds = new Map();
  const add = (section: string, id: number): void => {
    ids.set(section, (ids.get(section) ?? new Set()).add(id));
  };
  for (const { section, id, kid } of chosen.flat()) {
    add(section, id);
    if (kid !== null) add('customers', kid);
  }
  const names = await loadNames(context, ids);
  return chosen.map((some) =>
    some.flatMap(({ section, id, kid, score, reasons }): Proposal[] => {
      const name = names[section]?.[id];
      // The record was deleted, or the caller may not read it.
      if (name === undefined) return [];
      return [
        {
          section,
          id,
          name,
          kid,
          kid_name: kid === null ? null : (names.customers?.[kid] ?? null),
          score,
          reasons: reasons.map(({ kind, text, where }) => ({ kind, text, where })),
        },
      ];
    }),
  );
};
