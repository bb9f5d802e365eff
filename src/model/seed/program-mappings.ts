/** Mappings of the exports of usual programs, by the name of the program. */
import { lookupTable } from '../../shared/lookup-table.ts';
import mappings from './program-mappings.json' with { type: 'json' };

interface ProgramMapping {
  readonly section: string;
  readonly source: string;
  readonly mapping: Readonly<Record<string, string>>;
}

export const PROGRAM_MAPPINGS: Readonly<Record<string, ProgramMapping>> =
  lookupTable<Readonly<Record<string, ProgramMapping>>>(mappings);
