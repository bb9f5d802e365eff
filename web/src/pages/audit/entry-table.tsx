import { Anchor, Badge, Group, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AuditEntry } from '../../api/types.ts';
import { nameOf } from '../../i18n/name-of.ts';
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
      <Table.Tr>
        <Table.Td>
          <Group gap="xs" wrap="nowrap">
            <DetailsButton opened={opened} label={t('show', { record })} onToggle={setOpened} />
            <DateText value={entry.at} kind="seconds" />
          </Group>
        </Table.Td>
        <Table.Td>
          <Badge variant="light" color={colours[entry.action] ?? 'gray'}>
            {nameOf('audit:actions', entry.action)}
          </Badge>
        </Table.Td>
        <Table.Td>
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
        </Table.Td>
        <Table.Td className="break-anywhere">
          <Who entry={entry} />
        </Table.Td>
        <Table.Td>
          <Text size="sm">{fields ? t('fieldCount', { count: fields }) : '–'}</Text>
        </Table.Td>
      </Table.Tr>
      {opened ? (
        <Table.Tr>
          <Table.Td colSpan={5}>
            <Changes changes={entry.changes} />
          </Table.Td>
        </Table.Tr>
      ) : null}
    </>
  );
};

/** Entries, newest first; the values of one open below it. */
export const EntryTable = (props: { entries: readonly AuditEntry[]; onRecord: (record: string) => void }) => {
  const { t } = useTranslation('audit');
  return (
    <DataTable label={t('title')} head={[t('time'), t('action'), t('record'), t('who'), t('changes')]} minWidth={760}>
      {props.entries.map((entry) => (
        <Row key={entry.id} entry={entry} onRecord={props.onRecord} />
      ))}
    </DataTable>
  );
};
