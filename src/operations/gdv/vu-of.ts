import type { SourceRecord } from '../../formats/source-record.ts';

/** The VU-Nummer of the insurer that a record of a file is from. */
export const vuOf = ({ externalIds: [first], key = '' }: SourceRecord): string =>
  first?.source.slice(4) ?? key.split(':')[1] ?? '';
