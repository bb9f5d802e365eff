/** Webhooks: the list, or the delivery log of the one that the address names. */
import { useQuery } from '@tanstack/react-query';
import { callOf } from '../../api/client.ts';
import { useSearch } from '../../router/hooks.ts';
import { DeliveryLog } from './delivery-log.tsx';
import { WebhookList } from './webhook-list.tsx';

/** How often the health of the webhooks is looked at. */
const HEALTH_MS = 15_000;

export default function WebhooksPage() {
  const [search] = useSearch();
  const query = useQuery({ queryKey: ['webhooks'], ...callOf('GET /webhooks'), refetchInterval: HEALTH_MS });
  const wanted = Number(search.get('webhook'));
  const webhook = query.data?.items.find(({ webhook_id }) => webhook_id === wanted);
  return webhook ? <DeliveryLog webhook={webhook} /> : <WebhookList query={query} />;
}
