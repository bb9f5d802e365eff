/**
 * The text of a row as reads show it: the stored one, and `null` for each field that the organisation added after it was
 * printed (docs/decisions/0004). A key is looked for as text: inside of values its quotes are escaped.
 */
import type { Resource } from '../model/resource.ts';
import { perValue } from './per-declaration.ts';

/** Names of the fields that the organisation added to a record kind. */
const addedFields = perValue((resource: Resource): readonly string[] =>
  Object.entries(resource.fields).flatMap(([name, { custom }]) => (custom ? [name] : [])),
);

/** Whether the text of a statement that reads these record kinds is that of one organisation. */
export const hasAddedFields = (resources: readonly Resource[]): boolean =>
  resources.some((resource) => addedFields(resource).length > 0);

/** SQL expression for the text of a row; the stored text as it is where the organisation added no fields. */
export const shownText = (resource: Resource, row: string): string => {
  const missing = addedFields(resource).map(
    (name) => `case when strpos(${row}.printed, '"${name}":') = 0 then ',"${name}":null' else '' end`,
  );
  return missing.length ? `(left(${row}.printed, -1) || ${missing.join(' || ')} || '}')` : `${row}.printed`;
};

/** The same for a stored text that was read unchanged. */
export const completed = (resource: Resource, printed: string): string => {
  const missing = addedFields(resource).filter((name) => !printed.includes(`"${name}":`));
  return missing.length ? `${printed.slice(0, -1)}${missing.map((name) => `,"${name}":null`).join('')}}` : printed;
};
