/** Options of a file whose rows are of several record kinds, or of a part, as those of one record kind. */
import { type PartSection, partSection } from '../../formats/table/part-sections.ts';
import { mappingOf } from '../../formats/table/targets.ts';
import type { ImportOptions } from '../../model/calls/imports.ts';
import { registry } from '../../model/registry.ts';

/** The part of a file of its rows. Organisations declare no parts. */
export const partOf = ({ section = '' }: ImportOptions): PartSection | undefined => partSection(registry, section);

/** The record kinds that options name; none where a column names those of the rows. */
export const sectionsOf = (options: ImportOptions): readonly string[] => {
  const { section, sections } = options;
  const kind = partOf(options);
  return sections ?? [kind ? kind.owner : section].flatMap((one) => one || []);
};

/** The match fields of a record kind. */
export const matchOf = (options: ImportOptions, section: string): readonly string[] => {
  const { sections, match = [] } = options;
  const isOfPart = partOf(options) !== undefined;
  if (!sections && !isOfPart) return match;
  const prefix = `${section}.`;
  return match.flatMap((name) => {
    if (name.startsWith(prefix)) return [name.slice(prefix.length)];
    // An export of this service: its ids are those of the rows and of their records.
    return isOfPart && name === 'id' ? [name] : [];
  });
};

/** Options as those of a file of one record kind. */
export const optionsOf = (options: ImportOptions, section: string): ImportOptions => {
  if (!options.sections && !partOf(options)) return options;
  const { sections: _sections, match: _match, mapping, ...others } = options;
  const match = matchOf(options, section);
  return {
    ...others,
    section,
    ...(mapping ? { mapping: mappingOf({ sections: [section], mapping }, section) } : {}),
    ...(match.length ? { match: [...match] } : {}),
  };
};

/** Whether the rows of a part name their record by its number or id. */
export const namesOwner = (options: ImportOptions): boolean => {
  const names = [...(partOf(options)?.names ?? []), 'external_id'];
  return Object.values(options.mapping ?? {}).some((target) => names.includes(target));
};
