/** Options of a file whose rows are of several record kinds, as those of one of them. */
import { mappingOf } from '../../formats/table/targets.ts';
import type { ImportOptions } from '../../model/calls/imports.ts';

/** The record kinds that options name. */
export const sectionsOf = ({ section, sections }: ImportOptions): readonly string[] =>
  sections ?? (section === undefined ? [] : [section]);

/** The match fields of a record kind. */
export const matchOf = ({ sections, match = [] }: ImportOptions, section: string): readonly string[] => {
  if (!sections) return match;
  const prefix = `${section}.`;
  return match.flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []));
};

/** Options as those of a file of one record kind. */
export const optionsOf = (options: ImportOptions, section: string): ImportOptions => {
  if (!options.sections) return options;
  const { sections: _sections, match: _match, ...others } = options;
  const match = matchOf(options, section);
  return { ...others, section, mapping: mappingOf(options, section), ...(match.length ? { match: [...match] } : {}) };
};
