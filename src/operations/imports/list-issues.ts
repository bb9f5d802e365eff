/** Issues of values that are in no list: they name the entries as people know them, the most alike first. */
import leven from 'leven';
import type { SourceIssue } from '../../formats/source-record.ts';
import { foldName } from '../../formats/table/fold-name.ts';
import type { Field, Option } from '../../model/declaration/field-shape.ts';
import { VALUE_NAMES } from '../../model/seed/column-names.ts';

/** Entries that are named. */
const NAMED = 3;
/** Letters of a word that may be a part of another. */
const LONG = 4;

/** The difference of two words; small where one is in the other. */
const distance = (one: string, other: string): number => {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.length >= LONG && long.includes(short) ? 1 : leven(one, other);
};

/** Labels of the entries that a text is most alike. */
const nearest = (options: readonly Option[], text: string): readonly string[] => {
  const asked = foldName(text);
  return options
    .map(({ display }) => {
      const words = [display, ...(VALUE_NAMES[display] ?? [])].map(foldName);
      return { display, by: Math.min(...words.map((word) => distance(asked, word))) };
    })
    .toSorted((one, other) => one.by - other.by)
    .slice(0, NAMED)
    .map(({ display }) => display);
};

/** @param text the refused value */
export const withNearest = (issue: SourceIssue, { options = [] }: Field, text: string): SourceIssue => {
  const names = nearest(options, text).join(', ');
  const message = `${issue.path.at(-1)} is not in the list; the nearest are ${names}.`;
  return { ...issue, message, params: { ...issue.params, nearest: names } };
};
