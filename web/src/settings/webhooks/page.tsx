/** Webhooks: the list, or the delivery log of the one that the address names. */
import { useQuery } from '@tanstack/react-query';
import { callOf } from '../../api/client.ts';
import { NotThere } from '../../components/feedback/not-found.tsx';
import { anyText, useSearchParams } from '../../hooks/use-search-params.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { DeliveryLog } from './delivery-log.tsx';
import { WEBHOOKS } from './webhook-address.ts';
import { WebhookList } from './webhook-list.tsx';

/** How often the health of the webhooks is looked at. */
const HEALTH_MS = 15_000;

const IN_ADDRESS = { webhook: anyText };

export default function WebhooksPage() {
  const { t } = useTranslation('webhooks');
  const [{ webhook: wanted }] = useSearchParams(IN_ADDRESS);
  const query = useQuery({ queryKey: ['webhooks'], ...callOf('GET /webhooks'), refetchInterval: HEALTH_MS });
  const webhook = query.data?.items.find(({ webhook_id }) => String(webhook_id) === wanted);
  if (webhook) return <DeliveryLog webhook={webhook} />;
  if (!wanted || !query.data) return <WebhookList query={query} />;
  return <NotThere title={t('notThere.title')} text={t('notThere.text')} to={WEBHOOKS} way={t('title')} />;
}
