/** The description of a declared call. */
import type { z } from 'zod';
import type { Bytes } from '../../model/calls/call.ts';
import { type CallName, calls } from '../../model/calls/index.ts';
import { parameter } from './components/query-parameters.ts';
import { ANSWER_HEADERS, NOT_CHANGED, VERSION_HEADERS } from './components/response-headers.ts';
import type { Named, OperationNote } from './components/schemas.ts';
import { answerSchema, schemaOf } from './zod-schema.ts';

type Json = Readonly<Record<string, unknown>>;

const contentOf = (body: z.ZodType | Bytes, schemas: Named): Json =>
  'media' in body
    ? { [body.media]: { schema: { type: 'string', format: 'binary' } } }
    : { 'application/json': { schema: answerSchema(body, schemas) } };

/** Parameters, body and answers of a declared call. @param schemas gets its components */
export const noteOfCall = (name: CallName, schemas: Named): OperationNote => {
  const { summary, about, codes = [], query = {}, body, form, optional, answers, versioned, example } = calls[name];
  const sent = body ?? form;
  const schema = sent && { ...schemaOf(sent, schemas), ...(example === undefined ? {} : { example }) };
  return {
    summary,
    ...(about === undefined ? {} : { description: about }),
    codes,
    parameters: Object.entries(query).map(([key, value]): Json => {
      const { description = '', example: shown, ...accepted } = schemaOf(value, schemas);
      const list = accepted.type === 'array' ? { style: 'form', explode: false } : {};
      return {
        ...parameter(key, accepted, String(description)),
        ...list,
        ...(shown === undefined ? {} : { example: shown }),
      };
    }),
    ...(schema ? { body: schema } : {}),
    ...(form ? { content: { 'multipart/form-data': { schema } } } : {}),
    bodyless: optional === true,
    answers: Object.fromEntries([
      ...Object.entries(answers).map(([status, answer]): [string, Json] => [
        status,
        {
          description: answer.about,
          ...('media' in answer.body ? {} : { headers: versioned ? VERSION_HEADERS : ANSWER_HEADERS }),
          content: { ...contentOf(answer.body, schemas), ...(answer.or ? contentOf(answer.or, schemas) : {}) },
        },
      ]),
      ...(versioned ? [['304', NOT_CHANGED] as const] : []),
    ]),
  };
};
