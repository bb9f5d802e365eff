/** The keys of the shown page. */
import { Stack, Text, Title } from '@mantine/core';
import { Dialog } from '../components/dialog/dialog.ts';
import { useSingleKeys } from '../hooks/single-keys.ts';
import { nameOf } from '../i18n/label-of.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { segmentsOf } from '../router/path.ts';
import { useLocation } from '../router/use-router.ts';
import { ACTIVITIES } from '../workspace/schema/activity.ts';
import type { Section } from '../workspace/schema/section.ts';
import { useSections } from '../workspace/schema/sections.ts';
import { usePageLetters } from './page-keys.ts';

/** Alternatives of a command by its name; keys that are held together are joined by `+`. */
const KEYS = {
  everywhere: {
    search: ['/', 'Ctrl+K'],
    help: ['?'],
    navigation: ['Ctrl+B'],
    undo: ['Ctrl+Z'],
    close: ['Esc'],
  },
  day: { rows: ['↑', '↓', 'k', 'j'], open: ['Enter'], done: ['d'], postpone: ['w'], planTask: ['t'] },
  list: {
    rows: ['↑', '↓', 'k', 'j'],
    firstLast: ['Home', 'End'],
    tenRows: ['PageUp', 'PageDown'],
    tick: ['x'],
    open: ['Enter'],
  },
  tasks: { postpone: ['w'] },
  folders: { changeFolder: ['F2'] },
  record: { edit: ['e'], editField: ['Enter'], note: ['n'], task: ['t'] },
  form: { save: ['Ctrl+S', 'Ctrl+Enter'] },
  inbox: { accept: ['Enter'], proposal: ['1', '2', '3'], other: ['s'], document: ['↑', '↓'], discard: ['Delete'] },
} as const;

type Part = keyof typeof KEYS;

/** The parts that a page has keys of; those of records change them. */
const partsOf = (pathname: string, search: URLSearchParams, sections: readonly Section[]): readonly Part[] => {
  const [path = '', id, tab] = segmentsOf(pathname);
  const section = sections.find((one) => one.path === path);
  if (!path) return ['day'];
  if (path === 'inbox') return ['inbox'];
  if (!section) return [];
  const tasks: readonly Part[] = path === ACTIVITIES && section.can.includes('write') ? ['tasks'] : [];
  if (id === undefined || !/^\d+$/.test(id)) return id === 'new' ? ['form'] : ['list', ...tasks];
  const record: readonly Part[] = section.can.includes('write') ? [search.has('edit') ? 'form' : 'record'] : [];
  if (!section.children.includes(tab ?? '')) return [...record, ...tasks];
  return [...record, 'list', ...(tab === 'documents' && record.length ? (['folders'] as const) : [])];
};

const Keys = ({ keys }: { keys: readonly string[] }) => {
  const { t } = useTranslation('keyboard');
  return keys.map((one, place) => (
    <span key={one}>
      {place ? <span className="keys-or"> {t('or')} </span> : null}
      {one.split('+').map((key, at) => (
        <span key={key}>
          {at ? ' + ' : null}
          <kbd>{nameOf('keyboard:names', key, key)}</kbd>
        </span>
      ))}
    </span>
  ));
};

const Commands = ({ title, rows }: { title: string; rows: readonly (readonly [string, readonly string[]])[] }) => (
  <section aria-label={title}>
    <Title order={3} size="h5" mb={4}>
      {title}
    </Title>
    <dl className="keys">
      {rows.map(([name, keys]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <Keys keys={keys} />
          </dd>
        </div>
      ))}
    </dl>
  </section>
);

export const KeyboardHelp = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => {
  const { t } = useTranslation('keyboard');
  const { pathname, search } = useLocation();
  const { data: sections = [] } = useSections();
  const on = useSingleKeys();
  const parts: readonly Part[] = [...partsOf(pathname, new URLSearchParams(search), sections), 'everywhere'];
  const { pages, records } = usePageLetters();
  const sequences = (first: string, all: readonly (readonly [string, string])[]) =>
    all.map(([letter, name]) => [name, [`${first} ${letter}`]] as const);
  return (
    <Dialog opened={opened} onClose={onClose} title={t('title')} size="lg">
      <Stack gap="md">
        {on ? null : <Text size="sm">{t('off')}</Text>}
        {parts.map((part) => (
          <Commands
            key={part}
            title={t(`parts.${part}`)}
            rows={Object.entries(KEYS[part]).map(([name, keys]) => [nameOf('keyboard:commands', name), keys] as const)}
          />
        ))}
        <Commands title={t('goTo')} rows={sequences('g', pages)} />
        {records.length ? <Commands title={t('create')} rows={sequences('c', records)} /> : null}
      </Stack>
    </Dialog>
  );
};
