/** Says in the form of a record that others have changed it meanwhile, and takes their values in. */
import { Alert, Button, Group, Text } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Row } from '../../api/v3.ts';
import { notifyError } from '../../hooks/notify.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { Field } from '../schema/schema.ts';
import type { Section } from '../schema/section.ts';
import { recordQuery } from '../schema/use-record.ts';
import { useChangeAuthor } from './change-author.ts';

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
  const who = useChangeAuthor(
    section,
    id,
    changed.map(({ name }) => name),
  );
  if (!changed.length) return null;
  const list = changed.map(({ label }) => label).join(', ');
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
