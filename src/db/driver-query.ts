/** Statements as the driver takes them; those with a name are prepared, the first ones that come. */
import { createHash } from 'node:crypto';
import type pg from 'pg';
import { type Query, Sql } from '../sql.ts';

/**
 * Every connection keeps what it has prepared, and callers choose filters and arrays, so there can be very many
 * statements.
 */
const MOST_PREPARED = 1000;
/** PostgreSQL knows a statement by so many bytes of its name; two that share them are taken for one. */
const LONGEST_NAME = 63;
const DIGEST = 20;

/** A statement as the driver takes it. */
export type QueryOf = (query: Query | Sql) => pg.QueryConfig;

/** Names are one connection's; several connections with the same statements share what this makes. */
export const createQueryOf = (): QueryOf => {
  const prepared = new Map<string, string>();
  const preparedName = (name: string): string | undefined => {
    const known = prepared.get(name);
    if (known !== undefined || prepared.size >= MOST_PREPARED) return known;
    const digest = createHash('sha256').update(name).digest('hex').slice(0, DIGEST);
    const short = name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - DIGEST - 1)} ${digest}` : name;
    prepared.set(name, short);
    return short;
  };
  return (query) => {
    const { text, values, name } = query instanceof Sql ? query.query : query;
    return { text, values: values as unknown[], name: name && preparedName(name) };
  };
};
