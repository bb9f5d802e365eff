/** The waiting documents, with the records that they may belong to. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type AnswerOf, type Names, readV3 } from '../../api/v3.ts';

export const INBOX = '/inbox/documents';
export const INBOX_KEY = ['v3', 'inbox'] as const;
export const INBOX_SCOPE = 'v3:inbox:write';

interface Reason {
  readonly kind: 'given' | 'reply' | 'contract_number' | 'external_id' | 'name' | 'birth_date' | 'sender';
  readonly text: string;
  readonly where: 'name' | 'betreff' | 'absender' | 'text';
}

/** A record that a document may belong to. */
export interface Proposal {
  readonly section: string;
  readonly id: number;
  readonly name: string;
  readonly kid: number | null;
  readonly kid_name: string | null;
  readonly reasons: readonly Reason[];
}

/** Effects of a document with some words, once it is filed. */
export type RuleOf = NonNullable<AnswerOf<'GET /v3/inbox/documents'>['items'][number]['rule']>;
/** Effects of a rule, with the versions by which they are taken back. */
export type RuleEffect = NonNullable<AnswerOf<'POST /v3/inbox/documents/:id/assign'>['rule']>;

/** A document that waits. */
export interface Waiting {
  readonly id: number;
  readonly name: string;
  readonly extension: string;
  readonly size: number;
  readonly betreff: string | null;
  readonly absender: string | null;
  readonly insert_datum: string;
  /** Null while they are read. */
  readonly proposals: readonly Proposal[] | null;
  /** Customers of whom the last name alone is mentioned: none of them is chosen before a user does. */
  readonly possible?: readonly Proposal[];
  readonly rule?: RuleOf | undefined;
}

/** Findings in a waiting document once its text was read. */
export type Found = Pick<Waiting, 'proposals' | 'possible' | 'rule'>;

/** A page of the inbox. */
export interface WaitingPage {
  readonly items: readonly Waiting[];
  readonly total: number;
  readonly page_size: number;
  readonly names?: Names;
}

/** Documents of a page, and those whose proposals are asked for together: the service reads the text of each. */
export const [PAGE, PORTION] = [50, 10];

/** A page of the waiting documents, without proposals. */
export const inboxQuery = (page: number) =>
  queryOptions({
    queryKey: [...INBOX_KEY, 'page', page],
    queryFn: () => readV3<WaitingPage>(INBOX, { page, limit: PAGE }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });

/** A portion of the waiting documents, with proposals. */
export const proposalsQuery = (portion: number) =>
  queryOptions({
    queryKey: [...INBOX_KEY, 'proposals', portion],
    queryFn: () => readV3<WaitingPage>(INBOX, { with_proposals: true, page: portion, limit: PORTION }),
    staleTime: 30_000,
  });

/** The number of waiting documents. */
export const waitingQuery = queryOptions({
  queryKey: [...INBOX_KEY, 'total'],
  queryFn: async () => (await readV3<WaitingPage>(INBOX, { limit: 1 })).total,
  staleTime: 30_000,
  refetchInterval: 60_000,
});
