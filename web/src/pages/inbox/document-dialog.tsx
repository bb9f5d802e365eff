import { ActionIcon, Anchor, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { addressOf, api } from '../../api/client.ts';
import type { InboxItem } from '../../api/types.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { formatBytes } from '../../parts/bytes.ts';
import { Dialog } from '../../parts/dialog.ts';
import { Form } from '../../parts/form.tsx';
import { useLeave } from '../../parts/unsaved.ts';
import { useDownload } from '../../parts/use-download.ts';
import { useSave } from '../../parts/use-save.ts';
import { typeOf } from './file-type.ts';
import { Preview } from './preview.tsx';
import { bodyOf, RecordFields, type Target, useTarget } from './record-fields.tsx';
import { REFRESHED } from './shared.ts';

/** The record that the submission named itself, where it did. */
const suggested = ({ schaden, vid, kid }: InboxItem): Target => {
  if (schaden) return { section: 'damages', id: String(schaden) };
  if (vid) return { section: 'contracts', id: String(vid) };
  return { section: 'customers', id: kid ? String(kid) : null };
};

interface Turning {
  readonly at: number;
  readonly count: number;
  /** Shows the document that lies so many places further. */
  readonly turn: (by: number) => void;
}

/** Leads through the documents of the page. */
const Turn = ({ at, count, turn }: Turning) => {
  const { t } = useTranslation('inbox');
  const leave = useLeave();
  return (
    <Group gap="xs" wrap="nowrap">
      <ActionIcon
        variant="default"
        aria-label={t('previous')}
        disabled={at === 0}
        onClick={() => leave(() => turn(-1))}
      >
        <IconChevronLeft size={16} aria-hidden />
      </ActionIcon>
      <Text size="sm" role="status">
        {t('place', { at: at + 1, count })}
      </Text>
      <ActionIcon
        variant="default"
        aria-label={t('next')}
        disabled={at === count - 1}
        onClick={() => leave(() => turn(1))}
      >
        <IconChevronRight size={16} aria-hidden />
      </ActionIcon>
    </Group>
  );
};

/** Assigns a document. */
const AssignForm = ({ item, done, onClose }: { item: InboxItem; done: () => void; onClose: () => void }) => {
  const { t } = useTranslation('inbox');
  const { t: c } = useTranslation();
  const form = useTarget(suggested(item));
  const save = useSave({
    form,
    send: (target: Target) => api('POST /inbox/:id/assign', { id: item.id, body: bodyOf(target) }),
    refresh: REFRESHED,
    message: () => t('assigned'),
    done,
  });
  return (
    <Form form={form} save={save}>
      {item.betreff ? <Text size="sm">{item.betreff}</Text> : null}
      <RecordFields form={form} known={item.kid_name} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {c('cancel')}
        </Button>
        <Button type="submit" loading={save.isPending}>
          {t('assign')}
        </Button>
      </Group>
    </Form>
  );
};

/** Where a document was assigned its form is gone: the keyboard goes on in that of the next one. */
const useFocusOn = (id: number) => {
  const place = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it says when to look, not where
  useEffect(() => {
    if (document.activeElement === document.body) place.current?.querySelector('input')?.focus();
  }, [id]);
  return place;
};

/** A waiting document beside the form that assigns it; `done` is called when it waits no more. */
export const DocumentDialog = (props: Turning & { item: InboxItem; done: () => void; onClose: () => void }) => {
  const { t, language } = useTranslation('inbox');
  const { item, done, onClose, ...turning } = props;
  const leave = useLeave();
  const place = useFocusOn(item.id);
  const download = useDownload();
  return (
    <Dialog opened onClose={() => leave(onClose)} title={item.name} size={1200}>
      <Stack ref={place}>
        <Group justify="space-between">
          <Turn {...turning} />
          <Text size="sm" c="dimmed">
            {t(`type.${typeOf(item.extension)}`)}, {formatBytes(item.size, language)}
          </Text>
          <Anchor href={addressOf('GET /inbox/:id/content', { id: item.id })} download={item.name} {...download}>
            {t('download')}
          </Anchor>
        </Group>
        <SimpleGrid cols={{ base: 1, md: 2 }} key={item.id}>
          <Preview item={item} />
          <AssignForm item={item} done={done} onClose={onClose} />
        </SimpleGrid>
      </Stack>
    </Dialog>
  );
};
