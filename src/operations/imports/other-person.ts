/** Whether values make a person another one: the date of birth differs, and a name does. */
import { foldName } from '../../formats/table/fold-name.ts';
import type { Values } from '../../model/declaration/field-shape.ts';

/** Fields by which people tell a person. */
const PERSON = ['name', 'vorname', 'geb'];

const isSet = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/** Fields of a person that both have, with values that differ in more than their spelling. */
export const personDifferences = (one: Values, other: Values): readonly string[] =>
  PERSON.filter(
    (name) => isSet(one[name]) && isSet(other[name]) && foldName(String(one[name])) !== foldName(String(other[name])),
  );

/** Whether the differences are those of two persons. */
export const areTwoPersons = (differences: readonly string[]): boolean =>
  differences.includes('geb') && differences.length > 1;
