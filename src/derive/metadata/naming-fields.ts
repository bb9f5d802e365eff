/** The fields that make the name of a record. */
import type { Resource } from '../../model/declaration/resource.ts';

/**
 * Fields whose values make the name of a record: `displayName` of its kind, its title, else its first searched field.
 */
export const namingFields = ({ displayName, layout, fields }: Resource): readonly string[] => {
  if (displayName) return displayName.by;
  if (layout.title.length) return layout.title;
  return Object.keys(fields)
    .filter((name) => fields[name]?.search)
    .slice(0, 1);
};
