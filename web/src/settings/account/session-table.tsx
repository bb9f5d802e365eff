import { Badge, Button, Text } from '@mantine/core';
import type { OpenSession } from '../../api/types.ts';
import { DataTable } from '../../components/table/data-table.tsx';
import { DateText } from '../../components/text/date-text.tsx';
import { notifyError } from '../../hooks/notify.ts';
import { isGone, useSave } from '../../hooks/use-save.ts';
import { useTranslation } from '../../i18n/use-translation.ts';

const Row = (props: { session: OpenSession; end: (id: string) => Promise<unknown>; ended: () => void }) => {
  const { t } = useTranslation('account');
  const { session, end, ended } = props;
  const save = useSave({
    send: (_: Record<string, never>) => end(session.id),
    message: () => t('sessionEnded'),
    done: ended,
    failed: (error) => {
      notifyError(error);
      // It has ended elsewhere.
      if (isGone(error)) ended();
    },
  });
  const name = session.browser ?? t('unknownBrowser');
  return (
    <tr>
      <th scope="row">
        <Text size="sm">{name}</Text>
        <Text size="xs" c="dimmed" className="break-anywhere">
          {session.address}
        </Text>
      </th>
      <td>
        <DateText value={session.created_at} />
      </td>
      <td>
        <DateText value={session.used_at} />
      </td>
      <td className="end">
        {session.current ? (
          <Badge variant="light">{t('sessionCurrent')}</Badge>
        ) : (
          <Button
            size="compact-sm"
            variant="light"
            color="red"
            loading={save.isPending}
            onClick={() => save.mutate({})}
            // One has several of the same browser; where they are tells them apart.
            aria-label={t('sessionEndOf', { name: [name, session.address].filter(Boolean).join(', ') })}
          >
            {t('sessionEnd')}
          </Button>
        )}
      </td>
    </tr>
  );
};

/** Browsers that are signed in, each of which can be signed out; `ended` is called after one was. */
export const SessionTable = (props: {
  label: string;
  sessions: readonly OpenSession[];
  end: (id: string) => Promise<unknown>;
  ended: () => void;
}) => {
  const { t } = useTranslation('account');
  const { label, sessions, end, ended } = props;
  return (
    <DataTable label={label} head={[t('sessionBrowser'), t('sessionSince'), t('sessionUsed'), '']} minWidth={520}>
      {sessions.map((session) => (
        <Row key={session.id} session={session} end={end} ended={ended} />
      ))}
    </DataTable>
  );
};
