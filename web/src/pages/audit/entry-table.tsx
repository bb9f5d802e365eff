import { Anchor, Badge, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { AuditEntry } from '../../api/types.ts';
import { nameOf } from '../../i18n/name-of.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { DateText } from '../../parts/date-text.tsx';
import { DetailsButton } from '../../parts/details-button.tsx';
import { Changes } from './changes.tsx';

const colours: Readonly<Record<string, string>> = { insert: 'green', update: 'petrol', delete: 'red' };

const recordOf = (entry: AuditEntry): string =>
  entry.record_id === null ? entry.section : `${entry.section}/${entry.record_id}`;

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

const Row = (props: { entry: AuditEntry; onRecord: (record: string) => void }) => {
  const { entry, onRecord } = props;
  const { t } = useTranslation('audit');
  const [opened, setOpened] = useState(false);
  const record = recordOf(entry);
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
          {entry.record_id === null ? (
            <Text size="sm">{record}</Text>
          ) : (
            <Anchor component="button" type="button" size="sm" title={t('onlyRecord')} onClick={() => onRecord(record)}>
              {record}
            </Anchor>
          )}
          {entry.owner_section && entry.owner_id ? (
            <Text size="xs" c="dimmed">
              {t('of', { owner: `${entry.owner_section}/${entry.owner_id}` })}
            </Text>
          ) : null}
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
            <Changes changes={entry.changes} />
          </td>
        </tr>
      ) : null}
    </>
  );
};

/** The filters above take the place of the others. */
const FIRST_ENTRIES = 8;

/** Entries, newest first; the values of one open below it. */
export const EntryTable = (props: { entries: readonly AuditEntry[]; onRecord: (record: string) => void }) => {
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
