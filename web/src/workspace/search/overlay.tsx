/** Search over all records: hits by kind while one types, and the ways to pages and forms. */
import { Loader, Modal, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { type Row, sendV3 } from '../../api/v3.ts';
import { ErrorBox } from '../../components/feedback/query-state.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link } from '../../router/link.tsx';
import { navigate } from '../../router/router.ts';
import { columnsOf, usualColumns } from '../schema/columns.ts';
import { newAddress, newOf } from '../schema/new-of.ts';
import type { Schema } from '../schema/schema.ts';
import { schemaQuery } from '../schema/schema-query.ts';
import type { Section } from '../schema/section.ts';
import { idOf, listedSections, titleFields, titleOfSection, useSections } from '../schema/sections.ts';
import { type Context, referenceName, textOf, useContextOf } from '../schema/shown.ts';
import { titleOf } from '../schema/title.ts';
import { foundIn, isCalled, queryOf, totalIn } from './found.ts';
import { type Entry, type Group, useOwners } from './owners.ts';

const PAUSE_MS = 120;
/** Hits of a kind that are shown, and those from which they are chosen. */
const FEW = 6;
const LIMIT = 24;
const VALUES = 3;
const LONGEST = 255;

const EMPTY: Schema = { fields: new Map(), parts: new Map() };

/** The ways to lists and forms; of those that a text names, the ones that it names. */
const commandsFor = (sections: readonly Section[], text: string): readonly Entry[] => {
  const all = listedSections(sections).flatMap((section) => [
    { to: `/${section.path}`, title: titleOfSection(section), detail: '' },
    ...(section.can.includes('write') && !section.content
      ? [{ to: newAddress(section), title: newOf(section), detail: '' }]
      : []),
  ]);
  return all.filter(({ title }) => title.toLowerCase().includes(text.toLowerCase())).slice(0, text ? FEW : all.length);
};

/** The hits of a text, of the last one that was answered while the next is on its way. */
const useHits = (sections: readonly Section[], text: string, context: Context) => {
  const searched = sections.filter(({ search_index: index }) => index);
  const query = useQuery({
    queryKey: ['v3', 'search', text],
    queryFn: ({ signal }) =>
      sendV3<Row>(
        'POST',
        '/search',
        { query: queryOf(text), indices: searched.map(({ search_index: index }) => index), limit: LIMIT },
        {},
        signal,
      ),
    enabled: text !== '' && searched.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
  const { data } = query;
  const found = data && text ? searched.filter((section) => totalIn(data, section) > 0) : [];
  const schemas = useQueries({ queries: found.map(schemaQuery) });
  const groups = found.map((section, at): Group => {
    const schema = schemas[at]?.data ?? EMPTY;
    const titles = titleFields(section);
    const columns = columnsOf(section, schema, usualColumns(section, schema)).filter(
      ({ name, title }) => !title && !titles.includes(name) && !name.includes('.'),
    );
    return {
      name: section.path,
      title: `${titleOfSection(section)} ${data ? totalIn(data, section) : ''}`,
      entries: (data ? foundIn(data, section) : [])
        .map((row) => ({ row, title: titleOf(section, schema, row, context) }))
        .toSorted((one, other) => Number(isCalled(other.title, text)) - Number(isCalled(one.title, text)))
        .slice(0, FEW)
        .map(({ row, title }) => ({
          owner: row.kid && section.key !== 'kid' ? Number(row.kid) : null,
          to: `/${section.path}/${idOf(section, row)}`,
          title,
          detail: columns
            .filter(({ field }) => field.kind !== 'reference' || referenceName(field, row[field.name], context))
            .flatMap(({ field }) => textOf(field, row[field.name], context) || [])
            .slice(0, VALUES)
            .join(' · '),
        })),
    };
  });
  const owners = useOwners(sections, groups, context);
  return { query, groups: [...owners.groups, ...groups], loading: owners.loading };
};

const Hits = (props: { groups: readonly Group[]; active: number; follow: () => void; label: string }) => {
  const { groups, active, follow, label } = props;
  const place = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with another hit
  useEffect(() => {
    place.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [active, groups]);
  let at = -1;
  return (
    <div ref={place} id="search-hits" role="listbox" aria-label={label} className="search-hits">
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: options are grouped by their kind
        <div key={group.name} role="group" aria-labelledby={`hits-${group.name}`}>
          <div id={`hits-${group.name}`} className="search-kind" role="presentation">
            {group.title}
          </div>
          {group.entries.map((entry) => {
            at += 1;
            return (
              <Link
                key={entry.to}
                id={`hit-${at}`}
                role="option"
                aria-selected={at === active}
                tabIndex={-1}
                to={entry.to}
                onClick={follow}
                className="search-hit"
              >
                <span>{entry.title}</span>
                <span className="short-values">{entry.detail}</span>
              </Link>
            );
          })}
        </div>
      ))}
    </div>
  );
};

/** The field with its hits. `Enter` opens a hit of the current text, never one of an older text. */
const Search = ({ close }: { close: () => void }) => {
  const { t } = useTranslation('records');
  const { data: sections = [] } = useSections();
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  /** The text whose first hit is to be opened as soon as it is there. */
  const [wanted, setWanted] = useState<string | null>(null);
  const word = typed.trim();
  const [text] = useDebouncedValue(word, PAUSE_MS);
  const context = useContextOf();
  const { query, groups: found, loading } = useHits(sections, text, context);
  const commands = commandsFor(sections, word);
  const groups = useMemo(
    () => [
      ...(word ? found : []),
      ...(commands.length ? [{ name: 'commands', title: t('commands'), entries: commands }] : []),
    ],
    [word, found, commands, t],
  );
  const entries = groups.flatMap((group) => group.entries);
  const answered = (query.isSuccess && !query.isPlaceholderData && !loading) || query.isError;
  const settled = text === word && (word === '' || answered);
  const open = (entry: Entry | undefined) => {
    if (!entry) return;
    close();
    navigate(entry.to);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once what was wanted is there
  useEffect(() => {
    if (wanted === null || !settled) return;
    setWanted(null);
    if (wanted === word) open(entries[0]);
  }, [wanted, settled, word]);
  const act = (event: KeyboardEvent) => {
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step && entries.length) {
      event.preventDefault();
      setActive((active + step + entries.length) % entries.length);
    }
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (settled) open(entries[active]);
    else setWanted(word);
  };
  return (
    <>
      <TextInput
        role="combobox"
        aria-label={t('search')}
        aria-expanded={entries.length > 0}
        aria-controls="search-hits"
        aria-autocomplete="list"
        aria-activedescendant={entries.length ? `hit-${active}` : undefined}
        placeholder={t('searchHint')}
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={query.isFetching ? <Loader size="xs" /> : null}
        maxLength={LONGEST}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setActive(0);
          setWanted(null);
        }}
        onKeyDown={act}
        data-autofocus
      />
      <div role="status" className="search-kind">
        {word && settled && !query.isError && !found.length ? t('nothingFound') : ''}
      </div>
      {query.error && word ? <ErrorBox error={query.error} retry={() => query.refetch()} /> : null}
      <Hits groups={groups} active={active} follow={close} label={t('hits')} />
    </>
  );
};

export const SearchOverlay = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => {
  const { t } = useTranslation('records');
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      withCloseButton={false}
      size={640}
      padding="sm"
      attributes={{ body: { id: undefined }, content: { 'aria-label': t('search') } }}
      transitionProps={{ duration: 0 }}
    >
      {opened ? <Search close={onClose} /> : null}
    </Modal>
  );
};
