/** A kind of records, as `GET /v3/system/sections` describes it. */
import type { AnswerOf } from '../../api/v3.ts';

type Described = AnswerOf<'GET /v3/system/sections'>['items'][number];

/** Rows that hang on a record and are read with it. */
export type Part = Described['parts'][number] & { readonly embed: string };

/** A kind of records, with the parts that its reads include. */
export type Section = Omit<Described, 'parts'> & { readonly parts: readonly Part[] };
