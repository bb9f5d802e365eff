/** Customers that a new one probably repeats, with the reasons; the form stays as it is. */
import { Alert, Anchor, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type Row, sendV3 } from '../../api/v3.ts';
import { dateFormat } from '../../i18n/formats.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link } from '../../router/link.tsx';
import type { Section } from '../schema/section.ts';
import { idOf } from '../schema/sections.ts';
import { folded, foundIn } from '../search/found.ts';
import type { Values } from './field-values.ts';
import { parseDate } from './parse.ts';

const PAUSE_MS = 250;
const SHOWN = 5;

/** The fields of a new customer that are compared. */
interface Person {
  readonly vorname: string;
  readonly name: string;
  /** `YYYY-MM-DD`; null where none is typed yet. */
  readonly geb: string | null;
  /** Complete contact details and bank accounts, by the reason that they are. */
  readonly details: readonly { readonly reason: Reason; readonly text: string }[];
}

type Reason = 'name' | 'birthDate' | 'phone' | 'email' | 'iban';

/** The field of each detail, and how it looks when it is complete. */
const DETAILS: readonly { readonly reason: Reason; readonly field: string; readonly complete: RegExp }[] = [
  { reason: 'phone', field: 'contacts:telefon', complete: /^[+0][\d()/-]{8,24}$/ },
  { reason: 'email', field: 'contacts:email', complete: /^[^@]{1,64}@[^@.]{1,64}\.[^@]{2,64}$/ },
  { reason: 'iban', field: 'banks:iban', complete: /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/i },
];

const personOf = (values: Values): Person => {
  const { vorname, name, geb } = values;
  const date = parseDate(String(geb ?? ''));
  return {
    vorname: String(vorname ?? '').trim(),
    name: String(name ?? '').trim(),
    geb: typeof date === 'string' ? date : null,
    details: DETAILS.flatMap(({ reason, field, complete }) => {
      const text = String(values[field] ?? '').replaceAll(/\s/g, '');
      return complete.test(text) ? [{ reason, text }] : [];
    }),
  };
};

/** A company has no first name. */
const isCompared = ({ name, vorname, geb }: Person): boolean =>
  name.length > 1 && (vorname !== '' || geb !== null || name.includes(' '));

/** Reasons why a customer is the same person; none for another first name and another birth date. */
const reasonsOf = (person: Person, row: Row): readonly Reason[] => {
  const sameName = folded(row.vorname, row.name) === folded(person.vorname, person.name);
  const sameDate = person.geb !== null && row.geb === person.geb;
  const otherDate = person.geb !== null && Boolean(row.geb) && !sameDate;
  if (!sameName && !(sameDate && folded(row.name) === folded(person.name))) return [];
  return otherDate ? [] : [...(sameName ? ['name' as const] : []), ...(sameDate ? ['birthDate' as const] : [])];
};

interface Candidate {
  readonly row: Row;
  readonly reasons: readonly Reason[];
}

const useCandidates = (section: Section, person: Person) =>
  useQuery({
    queryKey: ['v3', section.path, 'duplicates', person],
    queryFn: async ({ signal }) => {
      const { vorname, name, geb, details } = person;
      const find = async (query: string, reasonsFor: (row: Row) => readonly Reason[]): Promise<Candidate[]> => {
        const body = { query, indices: [section.search_index], limit: SHOWN };
        const answer = await sendV3('POST', '/search', body, {}, signal);
        return foundIn(answer, section).map((row) => ({ row, reasons: reasonsFor(row) }));
      };
      const names = isCompared(person) ? [`${vorname} ${name}`, ...(geb ? [`${name} ${geb}`] : [])] : [];
      const found = await Promise.all([
        ...names.map((query) => find(query, (row) => reasonsOf(person, row))),
        ...details.map(({ reason, text }) => find(text, () => [reason])),
      ]);
      const candidates = new Map<number, Candidate>();
      for (const { row, reasons } of found.flat().filter((one) => one.reasons.length)) {
        const known = candidates.get(idOf(section, row))?.reasons ?? [];
        candidates.set(idOf(section, row), { row, reasons: [...new Set([...known, ...reasons])] });
      }
      return [...candidates.values()].slice(0, SHOWN);
    },
    enabled: (isCompared(person) || person.details.length > 0) && section.search_index !== null,
    staleTime: 10_000,
    retry: false,
  });

export const Duplicates = ({ section, values }: { section: Section; values: Values }) => {
  const { t, language } = useTranslation('records');
  const [text] = useDebouncedValue(JSON.stringify(personOf(values)), PAUSE_MS);
  const { data = [] } = useCandidates(section, JSON.parse(text) as Person);
  return (
    <div role="status" className="duplicates">
      {data.length ? (
        <Alert color="orange" icon={<IconUsers aria-hidden />} title={t('duplicates.title')}>
          <ul className="plain-list">
            {data.map(({ row, reasons }) => (
              <li key={idOf(section, row)}>
                <Anchor component={Link} to={`/${section.path}/${idOf(section, row)}`}>
                  {[row.vorname, row.name].filter(Boolean).join(' ')}
                </Anchor>
                <Text span size="sm">
                  {row.geb ? `, ${dateFormat(language, 'date').format(new Date(`${row.geb}T00:00`))}` : ''} ·{' '}
                  {reasons.map((reason) => t(`duplicates.${reason}`)).join(', ')}
                </Text>
              </li>
            ))}
          </ul>
        </Alert>
      ) : null}
    </div>
  );
};
