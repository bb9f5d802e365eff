/** Names of persons in one cell: `Müller, Hans`. */
import type { Resource } from '../../model/declaration/resource.ts';
import { hintOf } from '../remarks.ts';
import type { SourceHint } from '../source-record.ts';
import type { Column } from './columns.ts';

const BOTH = /^(\p{L}[\p{L}' -]*), ?(\p{L}[\p{L}'. -]*)$/u;
/** Words by which a name is that of a firm. */
const FIRM =
  /\b(?:GmbH|mbH|AG|SE|KG|KGaA|OHG|UG|GbR|PartG|eG|Co|Ltd|Inc|Inh|Inhaber|Inhaberin|Verein|Stiftung|Firma)\b/i;

/**
 * Splits the names of records by their fields for last and first name.
 * @returns changed values with a remark; undefined where the name stays as it is
 */
export const nameSplitter = ({ imports }: Resource, columns: readonly Column[]) => {
  const [last, first] = imports.person;
  const isGiven = columns.some(({ target }) => !target.part && target.fieldName === first);
  return (
    values: Readonly<Record<string, unknown>>,
  ): { values: Record<string, unknown>; hint: SourceHint } | undefined => {
    const value = last === undefined ? undefined : values[last];
    if (last === undefined || first === undefined || isGiven || imports.insurers) return undefined;
    if (typeof value !== 'string' || values.anrede === 'Firma' || FIRM.test(value)) return undefined;
    const [, name, firstName] = BOTH.exec(value) ?? [];
    if (name === undefined || firstName === undefined) return undefined;
    const hint = hintOf('name_parts', { value, last: name, first: firstName });
    return { values: { [last]: name, [first]: firstName }, hint };
  };
};
