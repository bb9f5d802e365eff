/** Whether values make a person another one: the date of birth differs, and a name does. */
import { foldName } from '../../formats/table/fold-name.ts';
import type { Values } from '../../model/declaration/field-shape.ts';
import { registry } from '../../model/registry.ts';

/** Organisations cannot change them. A file can name a record kind that does not exist. */
const personFields = (section: string): readonly string[] => registry.find(section)?.imports.person ?? [];

const isSet = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/** Fields of a person that both have, with values that differ in more than their spelling. */
export const personDifferences = (section: string, one: Values, other: Values): readonly string[] =>
  personFields(section).filter(
    (name) => isSet(one[name]) && isSet(other[name]) && foldName(String(one[name])) !== foldName(String(other[name])),
  );

/** Whether the differences are those of two persons. */
export const areTwoPersons = (section: string, differences: readonly string[]): boolean =>
  differences.length > 1 && differences.at(-1) === personFields(section).at(-1);
