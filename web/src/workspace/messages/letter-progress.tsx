/** Letters or e-mails as they are made and sent, then their PDF and remarks. */
import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, useEffect } from 'react';
import { ApiError } from '../../api/client.ts';
import { Dialog } from '../../components/dialog/dialog.ts';
import { ErrorBox } from '../../components/feedback/query-state.tsx';
import { errorText } from '../../i18n/error-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link } from '../../router/link.tsx';
import type { Section } from '../schema/section.ts';
import { type LetterKind, type Letters, lettersQuery, pdfOf } from './letters.ts';
import { RemarkedRecords } from './remarked-records.tsx';
import { ResendButton } from './resend-button.tsx';

const Remarks = (props: { title: string; section: Section; items: ComponentProps<typeof RemarkedRecords>['items'] }) =>
  props.items.length ? (
    <div>
      <Text fw={600}>{props.title}</Text>
      <RemarkedRecords section={props.section} items={props.items} />
    </div>
  ) : null;

const NONE: Partial<Letters> = {};

export const LetterProgress = (props: { kind: LetterKind; section: Section; id: number; onClose: () => void }) => {
  const { kind, section, id, onClose } = props;
  const { t } = useTranslation('messages');
  const { t: common } = useTranslation();
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(lettersQuery(id));
  const ended = data !== undefined && data.state !== 'running';
  useEffect(() => {
    // Documents and activities were made.
    if (ended)
      void client.invalidateQueries({ queryKey: ['v3'], predicate: ({ queryKey }) => queryKey[1] !== 'letters' });
  }, [ended, client]);
  const { done = 0, total = 1, failed = [], incomplete = [], unsent = [], ...made } = data ?? NONE;
  const { mails = { queued: 0, sent: 0 }, document_ids: documents = [] } = made;
  const words = { done, total, count: done };
  const progress = t(`${kind}.${ended ? 'made' : 'progress'}`, words);
  const reasons = failed.map((one) => ({
    id: one.id,
    remark: errorText(new ApiError(404, { error: one.code, message: one.code })),
  }));
  const lacking = incomplete.map((one) => ({ id: one.id, remark: t('empty', { names: one.empty.join(', ') }) }));
  return (
    <Dialog opened size="lg" onClose={onClose} title={t(`${kind}.results`)}>
      <Stack>
        {error ? <ErrorBox error={error} retry={() => refetch()} /> : null}
        <div role="status">
          <Text>{progress}</Text>
          {kind === 'mail' ? <Text>{t('mailsSent', mails)}</Text> : null}
        </div>
        {ended ? null : <Progress value={(100 * (done + failed.length)) / Math.max(total, 1)} aria-label={progress} />}
        {kind === 'mail' && !ended ? (
          <Text size="sm" c="dimmed">
            {t('mailsLimit')}
          </Text>
        ) : null}
        {data?.state === 'failed' ? <Alert color="red">{t(`${kind}.failed`)}</Alert> : null}
        <Remarks title={t(`${kind}.without`, { count: failed.length })} section={section} items={reasons} />
        <Remarks
          title={t('unsent', { count: unsent.length })}
          section={section}
          items={unsent.map((one) => ({
            id: one.id,
            remark: t(`failures.${one.error}`),
            act: (name) => <ResendButton id={one.message_id} name={name} />,
          }))}
        />
        {ended ? (
          <Remarks title={t(`${kind}.incomplete`, { count: lacking.length })} section={section} items={lacking} />
        ) : null}
        <Group justify="flex-end">
          {ended && documents.length === 1 ? (
            <Button variant="default" component={Link} to={`/documents/${documents[0]}`} onClick={onClose}>
              {t('toDocument')}
            </Button>
          ) : null}
          {ended && done && kind === 'letter' ? (
            <Button component="a" href={pdfOf(id)} download leftSection={<IconDownload size={16} aria-hidden />}>
              {t('downloadLetters')}
            </Button>
          ) : null}
          <Button variant="default" onClick={onClose}>
            {common('close')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
};
