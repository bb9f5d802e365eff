/** Says in the form of a record that others have changed it meanwhile, and takes their values in. */
import { Alert, Button, Group, Text } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Row, readV3 } from '../../api/v3.ts';
import { notifyError } from '../../hooks/notify.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { Field } from '../schema/schema.ts';
import type { Section } from '../schema/section.ts';
import { recordQuery } from '../schema/use-record.ts';

/** Entries of the history in which the author of a change is sought. */
const ENTRIES = 20;

interface History {
  readonly items: readonly { who: { name: string | null } | null; changes: Row }[];
}

/** @param base the version that the form shows @param show takes the newer version into the form */
export const ChangedNotice = (props: {
  section: Section;
  id: number;
  fields: readonly Field[];
  base: Row;
  show: () => Promise<void>;
}) => {
  const { section, id, fields, base, show } = props;
  const { t } = useTranslation('records');
  const [opened] = useState(() => Date.now());
  const { data, dataUpdatedAt } = useQuery(recordQuery(section, id));
  const differs = ({ name }: Field) => (data?.record[name] ?? '') !== (base[name] ?? '');
  // An earlier answer may be older than the version that the form began with.
  const changed = dataUpdatedAt > opened ? fields.filter(differs) : [];
  const history = useQuery({
    queryKey: ['v3', section.path, 'history', id, 'authors'],
    queryFn: () => readV3<History>(`/${section.path}/${id}/history`, { limit: ENTRIES }),
    enabled: changed.length > 0,
    staleTime: 1_000,
  });
  if (!changed.length) return null;
  const entry = history.data?.items.find(({ changes }) => changed.some(({ name }) => name in changes));
  const list = changed.map(({ label }) => label).join(', ');
  const who = entry?.who?.name;
  return (
    <Alert color="yellow" icon={<IconUsers aria-hidden />} role="status" p="xs">
      <Group gap="xs">
        <Text size="sm" className="break-anywhere">
          {who ? t('changedBy', { who, list }) : t('changedMeanwhile', { list })}
        </Text>
        <Button size="compact-sm" variant="default" onClick={() => show().catch(notifyError)}>
          {t('showChange')}
        </Button>
      </Group>
    </Alert>
  );
};
