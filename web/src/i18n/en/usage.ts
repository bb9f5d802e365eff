import type { Texts } from '../texts.ts';

export const usage: Texts['usage'] = {
  title: 'Plan and usage',
  text: 'What your plan provides and how much of it was used in the last hour.',
  requests: 'API requests per minute',
  deliveries: 'Webhook deliveries per minute',
  limit: 'Limit: {{limit}} per minute',
  now: 'Last minute',
  peak: 'Peak',
  total: 'Total',
  chart: '{{title}}, the last {{minutes}} minutes. Total {{total}}, peak {{peak}}.',
  quiet: 'There were none in this period.',
  licences: 'Licences',
  licencesOf: '{{used}} of {{limit}} in use',
  licencesManage: 'Manage users',
  storage: 'Storage',
  documents_one: '{{count}} document, without those in the inbox',
  documents_other: '{{count}} documents, without those in the inbox',
};
