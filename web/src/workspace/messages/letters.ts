/** Letters and e-mails as the service makes them: their templates, and the jobs. */
import { queryOptions } from '@tanstack/react-query';
import { type AnswerOf, call } from '../../api/v3.ts';
import type { TemplateSection } from './templates.ts';

/** Most records of one job. */
export const MOST_LETTERS = 500;
/** Milliseconds between two looks at letters that are being made, and at e-mails that wait. */
const [POLL_MS, WAITING_MS] = [500, 3000];

/** Letters and records of advice, or e-mails. */
export type LetterKind = 'letter' | 'mail';

/** Whom e-mails may go to. */
export const RECIPIENTS = ['kunde', 'gesellschaft'] as const;
export type Recipient = (typeof RECIPIENTS)[number];

/** A job. */
export type Letters = AnswerOf<'GET /v3/letters/:id'>;

const CREATE = {
  customers: 'POST /v3/customers/letters',
  contracts: 'POST /v3/contracts/letters',
  damages: 'POST /v3/damages/letters',
  products: 'POST /v3/products/letters',
} as const;

/** The parts of letters. */
interface Wanted {
  readonly template: number;
  readonly ids: number[];
  readonly subject: string;
  readonly text: string;
  readonly recipient?: Recipient;
  readonly consent?: boolean;
}

/** Which records have no recipient with an address, or with a consent to advertising. */
export const recipientsQuery = (section: TemplateSection, ids: readonly number[], recipient: Recipient) =>
  queryOptions({
    queryKey: ['v3', 'recipients', section, recipient, ids],
    queryFn: () => call('POST /v3/letters/recipients', { body: { section, ids: [...ids], recipient } }),
  });

/** Begins a job. @returns its number @throws ApiError */
export const beginLetters = async (section: TemplateSection, body: Wanted): Promise<number> =>
  (await call(CREATE[section], { body })).id;

/** The state of a job, again and again while it runs. */
export const lettersQuery = (id: number) =>
  queryOptions({
    queryKey: ['v3', 'letters', id],
    queryFn: () => call('GET /v3/letters/:id', { id }),
    refetchInterval: ({ state: { data } }) => {
      if (!data || data.state === 'running') return POLL_MS;
      return data.mails.queued ? WAITING_MS : false;
    },
  });

/** The address of the PDF of a job. */
export const pdfOf = (id: number): string => `/v3/letters/${id}/download`;

/** The address at the beginning of a text, which the window of the envelope shows, and the empty line after it. */
const ADDRESS = /^\s*\{\{ *(?:kunde|gesellschaft)\.anschrift *\}\}[^\S\n]*\n[^\S\n]*\n\s*/;

/** The address that a template begins with; empty without one. */
export const addressOf = (text: string): string => ADDRESS.exec(text)?.[0] ?? '';

/** A filled text without its address: that is the lines before the first empty one. */
export const withoutAddress = (text: string): string => text.slice(text.indexOf('\n\n')).trimStart();
