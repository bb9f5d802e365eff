import { ActionIcon, Anchor, Badge, Group, Text } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useState } from 'react';
import type { AuditEntry } from '../../api/types.ts';
import type { Names } from '../../api/v3.ts';
import { DataTable } from '../../components/table/data-table.tsx';
import { DetailsButton } from '../../components/table/details-button.tsx';
import { DateText } from '../../components/text/date-text.tsx';
import { nameOf } from '../../i18n/label-of.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link } from '../../router/link.tsx';
import { useSections } from '../../workspace/schema/sections.ts';
import { sectionName } from './audit-filters.tsx';
import { Changes } from './entry-changes.tsx';

const colours: Readonly<Record<string, string>> = { insert: 'green', update: 'petrol', delete: 'red' };

/** An entry, with the names of the records on its page. */
export type NamedEntry = AuditEntry & { readonly names: Names };

/** A record in words: its name, else its kind and number. */
const Named = ({ section, id, names }: { section: string; id: number; names: Names }) => {
  const { data: sections = [] } = useSections();
  const name = names[section]?.[String(id)] ?? `${sectionName(section)} ${id}`;
  return sections.some(({ path }) => path === section) ? (
    <Anchor component={Link} to={`/${section}/${id}`} inherit underline="always">
      {name}
    </Anchor>
  ) : (
    name
  );
};

const RecordCell = ({ entry, onRecord }: { entry: NamedEntry; onRecord: (record: string) => void }) => {
  const { t } = useTranslation('audit');
  const { section, record_id: id, owner_section: ownerSection, owner_id: ownerId, names } = entry;
  if (!id) return <Text size="sm">{sectionName(section)}</Text>;
  const record = `${section}/${id}`;
  return (
    <>
      <Group gap={4} wrap="nowrap">
        <Text size="sm" className="break-anywhere">
          <Named section={section} id={id} names={names} />
        </Text>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="md"
          title={t('onlyRecord')}
          aria-label={`${t('onlyRecord')}: ${record}`}
          onClick={() => onRecord(record)}
        >
          <IconFilter size={14} aria-hidden />
        </ActionIcon>
      </Group>
      <Text size="xs" c="dimmed">
        {sectionName(section)}
        {ownerSection && ownerId ? (
          <>
            {' · '}
            <Named section={ownerSection} id={ownerId} names={names} />
          </>
        ) : null}
      </Text>
    </>
  );
};

const Who = ({ entry }: { entry: AuditEntry }) => {
  const { t } = useTranslation('audit');
  const { user_kid, user_name, token_id, token_name, via } = entry;
  return (
    <>
      <Text size="sm">{user_name ?? user_kid ?? t(via === 'command' ? 'command' : 'service')}</Text>
      {token_id ? (
        <Text size="xs" c="dimmed">
          {t('via', { token: token_name ?? token_id })}
        </Text>
      ) : null}
    </>
  );
};

const Row = (props: { entry: NamedEntry; onRecord: (record: string) => void }) => {
  const { entry, onRecord } = props;
  const { t } = useTranslation('audit');
  const [opened, setOpened] = useState(false);
  const record = entry.record_id === null ? sectionName(entry.section) : `${entry.section}/${entry.record_id}`;
  const fields = Object.keys(entry.changes).length;
  return (
    <>
      <tr>
        <th scope="row">
          <Group gap="xs" wrap="nowrap">
            <DetailsButton opened={opened} label={t('show', { record })} onToggle={setOpened} />
            <DateText value={entry.at} kind="seconds" />
          </Group>
        </th>
        <td>
          <Badge variant="light" color={colours[entry.action] ?? 'gray'}>
            {nameOf('audit:actions', entry.action)}
          </Badge>
        </td>
        <td>
          <RecordCell entry={entry} onRecord={onRecord} />
        </td>
        <td className="break-anywhere">
          <Who entry={entry} />
        </td>
        <td>
          <Text size="sm">{fields ? t('fieldCount', { count: fields }) : '–'}</Text>
        </td>
      </tr>
      {opened ? (
        <tr>
          <td colSpan={5}>
            <Changes entry={entry} />
          </td>
        </tr>
      ) : null}
    </>
  );
};

/** The filters above take the place of the others. */
const FIRST_ENTRIES = 8;

/** Entries, newest first; the values of one open below it. */
export const EntryTable = (props: { entries: readonly NamedEntry[]; onRecord: (record: string) => void }) => {
  const { t } = useTranslation('audit');
  return (
    <DataTable
      label={t('title')}
      head={[t('time'), t('action'), t('record'), t('who'), t('changes')]}
      minWidth={720}
      firstRows={FIRST_ENTRIES}
    >
      {props.entries.map((entry) => (
        <Row key={entry.id} entry={entry} onRecord={props.onRecord} />
      ))}
    </DataTable>
  );
};
