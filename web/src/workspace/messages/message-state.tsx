/** Whether the e-mail that a document is was sent: in the head of its preview. */
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../api/session.ts';
import { type AnswerOf, isForbidden, isMissing, type Row, readV3 } from '../../api/v3.ts';
import { DateText } from '../../components/text/date-text.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ResendButton } from './resend-button.tsx';
import { READS_MESSAGES } from './templates.ts';

type Message = AnswerOf<'GET /v3/messages/:id'>;

/** Milliseconds between two looks at a message that waits. */
const POLL_MS = 5000;

/** The message of a document: of its customer, or of its product partner; null where it was made otherwise. */
const messageOf = async ({ id, kid }: Row): Promise<Message | null> => {
  for (const section of ['customers', 'products']) {
    const list = await readV3<{ items: readonly Message[] }>(`/${section}/${kid}/messages`).catch((error: unknown) => {
      if (isMissing(error) || isForbidden(error)) return { items: [] };
      throw error;
    });
    const found = list.items.find((one) => one.document_id === id);
    if (found) return found;
  }
  return null;
};

export const MessageState = ({ row }: { row: Row }) => {
  const { t } = useTranslation('messages');
  const reads = useSession().user.scopes.includes(READS_MESSAGES);
  const { data: message } = useQuery({
    queryKey: ['v3', 'message', row.id],
    queryFn: () => messageOf(row),
    enabled: reads && Boolean(row.kid),
    refetchInterval: ({ state }) => (state.data?.state === 'queued' ? POLL_MS : false),
  });
  if (!message) return null;
  const { id, state, sent, error } = message;
  return (
    <Text size="sm" role="status" c={state === 'failed' ? 'red.8' : undefined}>
      {t(`states.${state}`)}
      {sent ? (
        <>
          {' '}
          <DateText value={sent} />
        </>
      ) : null}
      {error ? ` – ${t(`failures.${error}`)}` : null}
      {state === 'failed' ? <ResendButton id={id} /> : null}
    </Text>
  );
};
