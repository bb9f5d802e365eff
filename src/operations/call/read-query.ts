/** Parses the query of a read, and builds the metadata that `with_schema` adds to its answer. */

import { answerMetadata } from '../../derive/metadata/field-metadata.ts';
import { type Filter, narrowedTo } from '../../derive/query/filters.ts';
import { type ListQuery, parseQuery, type QueryOf } from '../../derive/query/query-schema.ts';
import type { Reader } from '../../derive/sql/read-sql.ts';
import { invalid } from '../../errors/api-error.ts';
import { requireScope } from './authorize.ts';
import { type Call, type Context, localNow, readerOf } from './call.ts';

/** A filter by a value of another record kind tells of its records. @throws 403 `missing_required_scope` */
export const requireFilterScope = ({ actor, model }: Context, through: Filter['through']): void => {
  if (through) requireScope(actor, `v3:${model.registry.get(through.section).scope}:read`);
};

/** The query of a list or single read. @throws 400 `validation_failed`, `invalid_kid`; 403 `missing_required_scope` */
export const readQuery = (call: Call, of: QueryOf): ListQuery => {
  const { query, issues, failure } = parseQuery(call.collection, call.query, of);
  for (const { through } of query.filters) requireFilterScope(call, through);
  if (failure) throw failure;
  if (issues.length) throw invalid(issues);
  return query;
};

/** The reader of a query: with deadlines from today on and premiums, where it asks for them. */
export const readerFor = (call: Call, { withDeadline, withPremium }: ListQuery): Reader => ({
  ...readerOf(call),
  ...(withDeadline ? { deadlinesFrom: localNow(call).slice(0, 'YYYY-MM-DD'.length) } : {}),
  ...(withPremium ? { premiums: true } : {}),
});

/** Metadata as JSON members to append, empty without `with_schema`. */
export const metadataText = (
  call: Call,
  query: ListQuery,
  shown: readonly Readonly<Record<string, unknown>>[],
  single: boolean,
): string => {
  if (!query.withSchema) return '';
  const { resource } = call.collection;
  const by = resource.settings.division;
  const asked = by && narrowedTo(query.filters, by.field);
  const used = by && {
    list: by.list,
    values: new Set(asked === undefined ? shown.map((record) => record[by.field]) : [asked]),
    and: single ? ('available' as const) : ('nothing' as const),
  };
  const division = single ? shown[0]?.[by?.field ?? ''] : asked;
  const { fields, select_fields } = answerMetadata(
    resource,
    query.embeds,
    call.model.registry,
    call.actor.organisation,
    used,
    typeof division === 'number' ? division : null,
  );
  return `,"fields":${JSON.stringify(fields)},"select_fields":${JSON.stringify(select_fields)}`;
};
