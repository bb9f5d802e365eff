/** Query parameters: paging (rules 12.1), switches, days and numbers. */
import { z } from 'zod';
import { isId } from '../../shared/int32.ts';
import { DEFAULT_LIMIT, MAX_LIMIT } from '../../shared/limits.ts';
import { date } from '../declaration/field.ts';
import { NUMBER } from '../declaration/path-keys.ts';
import { kinds } from '../declaration/value-kinds.ts';
import { count } from './call.ts';

/** First value of a possibly repeated parameter (rules 3.9). */
export const first = (value: unknown): string | undefined =>
  Array.isArray(value) ? first(value[0]) : typeof value === 'string' ? value : undefined;

/** The integer part of a number in text, or the fallback if it is not a positive number. */
export const clamp = (value: unknown, fallback: number, max: number): number => {
  const text = first(value)?.trim() ?? '';
  if (!/^\d+(\.\d+)?$/.test(text)) return fallback;
  const number = Math.floor(Number(text));
  return number < 1 ? fallback : Math.min(number, max);
};

/** The greatest page number: its offset at the greatest limit is still a bigint of PostgreSQL. */
const MAX_PAGE = 1_000_000_000_000_000;

/** Page and limit of a list; invalid values count as absent. */
export const pagingOf = (query: Readonly<Record<string, unknown>>): { page: number; limit: number } => ({
  page: clamp(query.page, 1, MAX_PAGE),
  limit: clamp(query.limit, DEFAULT_LIMIT, MAX_LIMIT),
});

/** `true` and `1` switch on (rules 16.1). */
export const isOn = (value: unknown): boolean => {
  const text = first(value);
  return text === 'true' || text === '1';
};

/** On or off, in all its spellings; off where it is absent. */
export const switchTerm = (description: string) =>
  z
    .unknown()
    .transform(isOn)
    .meta({ ...kinds.boolean.asked, default: false, description });

/** Adds the names of records. */
export const WITH_NAMES_ABOUT = 'Add the names of the records that are named by number.';
export const withNames = switchTerm(WITH_NAMES_ABOUT);

const aDay = date('Tag', { required: true });

/** A day; null where it is absent. */
export const dayTerm = (description: string) =>
  z
    .preprocess(
      (given) => first(given) ?? null,
      z.custom<string | null>((given) => given === null || aDay.kind.accepts(aDay).safeParse(given).success, {
        params: { code: 'invalid_format' },
        message: 'must be a date, YYYY-MM-DD',
      }),
    )
    .meta({ type: 'string', format: 'date', description });

/** The number of a record; null where it is absent. @param of for the message, such as `a user` */
export const numberTerm = (of: string, description: string) =>
  z
    .preprocess(
      (given) => {
        const text = first(given);
        return text === undefined ? null : /^\d{1,10}$/.test(text) && Number(text);
      },
      z.custom<number | null>((given) => given === null || isId(given), {
        params: { code: 'invalid_type' },
        message: `must be the number of ${of}`,
      }),
    )
    .meta({ ...NUMBER, description, example: 1 });

/** Characters of a text in a query. */
const MAX_TERM = 255;

/** A text; null where it is absent. */
export const textTerm = (description: string) =>
  z
    .preprocess(
      (given) => first(given) ?? null,
      z.custom<string | null>(
        (given) => given === null || (typeof given === 'string' && given.length <= MAX_TERM && !given.includes('\0')),
        { params: { code: 'invalid_format' }, message: `must be a text of at most ${MAX_TERM} characters` },
      ),
    )
    .meta({ type: 'string', maxLength: MAX_TERM, description });

/** Query parameters of a paged list. */
export const paging = {
  page: z
    .unknown()
    .transform((page) => pagingOf({ page }).page)
    .meta({
      type: 'integer',
      format: 'int64',
      minimum: 1,
      default: 1,
      description: 'Page, from 1; wrong values count as 1.',
    }),
  limit: z
    .unknown()
    .transform((limit) => pagingOf({ limit }).limit)
    .meta({
      type: 'integer',
      format: 'int32',
      minimum: 1,
      maximum: MAX_LIMIT,
      default: DEFAULT_LIMIT,
      description: `Records a page; wrong values count as ${DEFAULT_LIMIT}.`,
    }),
};

/** What `sort` and `fields` do in a list of these records. */
export const sortAbout = (records: string): string =>
  `By this field, with a minus from the greatest value on; those without a value come last, ids decide between equal ${records}.`;
export const fieldsAbout = (records: string): string =>
  `Show only these, and \`id\` and \`kid\`, separated by commas; all else is absent, required or not, of ${records}.`;

/** Query parameters that order a list by id and choose members; its operation reads them. */
export const listTerms = (records: string, item: z.ZodObject) => ({
  sort: z.unknown().meta({ type: 'string', enum: ['id', '-id'], description: sortAbout(records) }),
  fields: z.unknown().meta({
    type: 'array',
    minItems: 1,
    items: { type: 'string', enum: Object.keys(item.shape) },
    description: fieldsAbout(records),
  }),
});

/** A page of a list; the requested page may be beyond the last one. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    page: z.int().min(1).meta({ format: 'int64', maximum: undefined }),
    page_size: z.int().min(1).meta({ format: 'int32' }),
    total: count,
    items: z.array(item),
  });
