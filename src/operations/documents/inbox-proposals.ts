/**
 * Proposals of records for waiting documents (rules 5.16a). Each reason has a weight, and the score of a record is the probability
 * that at least one of its reasons is right: 1 - (1 - a)(1 - b)...
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { NamedIds } from '../../derive/metadata/named-records.ts';
import type { AnswerOf } from '../../model/calls/index.ts';
import { MAX_PROPOSALS, MIN_PROPOSAL_SCORE } from '../../shared/limits.ts';
import { lookupTable } from '../../shared/lookup-table.ts';
import type { Context } from '../call/call.ts';
import { loadNames } from '../references/record-names.ts';
import {
  contractsByNumber,
  customersByName,
  customersOf,
  type FoundContract,
  type FoundCustomer,
  sendersOf,
  type Wanted,
} from './inbox-candidates.ts';
import { type Mention, type Mentions, mentionsOf, type Source } from './inbox-mentions.ts';
import { ruleFinder } from './inbox-rules.ts';

type Item = AnswerOf<'GET /v3/inbox/documents'>['items'][number];
/** A record that a document may belong to, and why. */
type Proposal = NonNullable<Item['proposals']>[number];
type Reason = Proposal['reasons'][number];

/** A waiting document: its texts, and the records that its submission names. */
export interface ProposedFor {
  readonly sources: readonly Source[];
  readonly given: readonly {
    readonly section: string;
    readonly id: number;
    readonly kid: number | null;
    /** The subject of the message that it answers. */
    readonly answers: string | null;
  }[];
}

/** Weights of reasons. Names weigh less where others have the same; a last name alone is never enough. */
const WEIGHTS = {
  given: 1,
  reply: 1,
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

/** Whether a last name alone counts in these texts: a long one mentions many. */
const SHORT = lookupTable<Readonly<Record<Source['where'], boolean>>>({
  name: true,
  betreff: true,
  absender: true,
  text: false,
});

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

type Scored = Candidate & { readonly score: number };

/** The best candidates of a document; equal ones stay in their order. */
const best = (candidates: readonly Candidate[], least = MIN_PROPOSAL_SCORE): Scored[] =>
  candidates
    .map((one) => ({ ...one, score: scoreOf(one.reasons) }))
    .filter(({ score }) => score >= least)
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
    ({ section, id, kid, answers }): Candidate => ({
      section,
      id,
      kid,
      reasons: [
        answers === null
          ? weigh('given', { where: 'absender', text: `${section}/${id}` })
          : weigh('reply', { where: 'betreff', text: answers }),
      ],
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

/** Customers of whom the short texts of documents have no more than the last name; none of a name that many have. */
const namesakesOf = async (context: Context, documents: readonly ProposedFor[]): Promise<Scored[][]> => {
  if (!documents.length || !context.actor.scopes.has('v3:customers:read')) return documents.map(() => []);
  const all = documents.map(({ sources }) => mentionsOf(sources.filter(({ where }) => SHORT[where])));
  const found = await customersByName(context, [...new Set(all.flatMap(({ names }) => [...names]))]);
  const byName = groupBy(found.map((one) => [nameKey(one), one]));
  return all.map((mentions) => {
    const groups = [...mentions.names].flatMap((name) => {
      const group = byName.get(name) ?? [];
      return group.length > MAX_PROPOSALS ? [] : group;
    });
    const candidates = groups.flatMap((one): Candidate[] => {
      const mention = mentions.find(one.name ?? '');
      const reasons = mention ? [weigh('name', mention, WEIGHTS.lastName)] : [];
      return mention ? [{ section: 'customers', id: one.id, kid: one.id, reasons }] : [];
    });
    return best(candidates, WEIGHTS.lastName);
  });
};

/** The records that a waiting document may belong to: probably, or else by a last name alone; and the rule that it meets. */
export interface Proposed {
  readonly proposals: readonly Proposal[];
  readonly possible: readonly Proposal[];
  readonly rule: Item['rule'];
}

/**
 * At most three records for each of some documents, best first, with the reasons, and the rule of each.
 * @returns the proposals in the order of the documents
 */
export const proposalsFor = async (context: Context, documents: readonly ProposedFor[]): Promise<Proposed[]> => {
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
  const without = documents.filter((_, at) => !chosen[at]?.length);
  const namesakes = new Map((await namesakesOf(context, without)).map((some, at) => [without[at], some]));
  const possible = documents.map((one) => namesakes.get(one) ?? []);
  const ids: NamedIds = new Map();
  const add = (section: string, id: number): void => {
    ids.set(section, (ids.get(section) ?? new Set()).add(id));
  };
  for (const { section, id, kid } of [...chosen, ...possible].flat()) {
    add(section, id);
    if (kid !== null) add('customers', kid);
  }
  const names = await loadNames(context, ids);
  const named = (some: readonly Scored[]): Proposal[] =>
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
    });
  const ruleOf = await ruleFinder(context);
  return chosen.map((some, at) => {
    const mentions = all[at];
    return {
      proposals: named(some),
      possible: named(possible[at] ?? []),
      rule: (mentions && ruleOf(mentions)) ?? undefined,
    };
  });
};
