/** Sequences of two keys: `g` and a letter leads to a page, `c` and a letter to the form of a new record. */
import { useQueryClient } from '@tanstack/react-query';
import { holdKeys } from '../hooks/early-keys.ts';
import { useKeySequences } from '../hooks/keys.ts';
import { nameOf } from '../i18n/label-of.ts';
import { segmentsOf } from '../router/path.ts';
import { navigate } from '../router/router.ts';
import { useLocation } from '../router/use-router.ts';
import { contactOf } from '../workspace/schema/activity.ts';
import { newAddress } from '../workspace/schema/new-of.ts';
import type { Section } from '../workspace/schema/section.ts';
import { titleOfSection, useSections } from '../workspace/schema/sections.ts';
import { recordQuery } from '../workspace/schema/use-record.ts';

/** Pages that are no lists of a kind. */
const PAGES: Readonly<Record<string, string>> = {
  day: '/',
  inbox: '/inbox',
  deadlines: '/contracts/deadlines',
  settings: '/settings',
};

/** The letter of a page or a kind in the shown language. */
const letterOf = (name: string): string => nameOf('records:letters', name, '');

/** Whether a form makes new ones. */
const isCreatable = ({ can, content }: Section): boolean => can.includes('write') && !content;

/** The customer of the shown record, and that record itself where it is another one. */
const useShownRecord = (sections: readonly Section[]) => {
  const client = useQueryClient();
  const [path, id] = segmentsOf(useLocation().pathname);
  return (kind: Section): Readonly<Record<string, number | string>> => {
    const section = sections.find((one) => one.path === path);
    const row = section && client.getQueryData(recordQuery(section, Number(id)).queryKey)?.record;
    const kid = section && row ? contactOf({ section, row }, kind) : null;
    if (!section || kid === null) return {};
    return kind.below.includes(section.path) ? { kid } : { kid, link: `${section.path}/${id}` };
  };
};

/** Shortcuts of pages (`g`) and of new records (`c`), with their targets. */
export const usePageLetters = () => {
  const { data: sections = [] } = useSections();
  const of = (kinds: readonly Section[]) =>
    kinds.flatMap((kind) => (letterOf(kind.path) ? [[letterOf(kind.path), titleOfSection(kind)] as const] : []));
  return {
    pages: [
      ...Object.keys(PAGES).map((name) => [letterOf(name), nameOf('keyboard:pages', name)] as const),
      ...of(sections),
    ],
    records: of(sections.filter(isCreatable)),
  };
};

export const usePageKeys = (): void => {
  const { data: sections = [] } = useSections();
  const shown = useShownRecord(sections);
  const kindOf = (letter: string) => sections.find(({ path }) => letterOf(path) === letter);
  useKeySequences({
    g: (letter) => {
      const page = Object.keys(PAGES).find((name) => letterOf(name) === letter);
      const to = PAGES[page ?? ''] ?? kindOf(letter)?.path;
      if (to) navigate(new URL(to, window.location.origin).pathname);
    },
    c: (letter) => {
      const kind = kindOf(letter);
      if (!kind || !isCreatable(kind)) return;
      navigate(newAddress(kind, shown(kind)));
      holdKeys();
    },
  });
};
