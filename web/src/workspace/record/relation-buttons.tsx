/** Buttons that open the form of a relation of a customer. */
import { ActionIcon, Button } from '@mantine/core';
import { IconPencil, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { Row } from '../../api/v3.ts';
import { laterDialog } from '../../components/lazy.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { RelationGiven } from '../forms/relation-form.tsx';

type Given = Omit<RelationGiven, 'opened' | 'onClose'>;

const RelationForm = laterDialog(async () => (await import('../forms/relation-form.tsx')).RelationForm);

/** @param other a customer who is probably related */
export const NewRelation = (given: Given) => {
  const { t } = useTranslation('records');
  const [opened, setOpened] = useState(false);
  const name = given.other?.name;
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => setOpened(true)}
        leftSection={<IconPlus size={14} aria-hidden />}
        aria-label={name ? t('relation.to', { name }) : undefined}
      >
        {t('relation.title')}
      </Button>
      {opened ? <RelationForm {...given} opened onClose={() => setOpened(false)} /> : null}
    </>
  );
};

export const ChangeRelation = (given: Given & { relation: Row }) => {
  const { t } = useTranslation('records');
  const [opened, setOpened] = useState(false);
  const { name } = given.relation.contact as { name: string | null };
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={t('relation.change', { name: `${name ?? ''} ${given.relation.beziehung_name ?? ''}`.trim() })}
        onClick={() => setOpened(true)}
      >
        <IconPencil size={14} aria-hidden />
      </ActionIcon>
      {opened ? <RelationForm {...given} opened onClose={() => setOpened(false)} /> : null}
    </>
  );
};
