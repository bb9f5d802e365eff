/** Templates of mails, letters and records of advice. */
import { queryOptions } from '@tanstack/react-query';
import { call, readV3 } from '../../api/v3.ts';

export const TEMPLATES = '/system/templates';
export const [READS_MESSAGES, WRITES_MESSAGES] = ['v3:messages:read', 'v3:messages:write'];

/** Record kinds that have templates, and the kinds of templates. */
export const TEMPLATE_SECTIONS = ['customers', 'contracts', 'damages', 'products'] as const;
export const TEMPLATE_KINDS = ['mail', 'letter', 'record'] as const;
export type TemplateSection = (typeof TEMPLATE_SECTIONS)[number];
export type TemplateKind = (typeof TEMPLATE_KINDS)[number];

/** A template as the service answers it. */
export interface Template {
  readonly id: number;
  readonly kid: number | null;
  readonly section: TemplateSection;
  readonly kind: TemplateKind;
  readonly name: string;
  readonly subject: string | null;
  readonly text: string;
  readonly freigabe: number;
}

/** More templates than an office has. */
const LIMIT = 1000;

/** All templates that the user may see, in the order of their names. */
export const templatesQuery = queryOptions({
  queryKey: ['v3', 'templates'],
  queryFn: async () => {
    const { items } = await readV3<{ readonly items: readonly Template[] }>(TEMPLATES, { limit: LIMIT });
    return items.toSorted((one, other) => one.name.localeCompare(other.name));
  },
});

/** The placeholders of a record kind. */
export const placeholdersQuery = (section: TemplateSection) =>
  queryOptions({
    queryKey: ['v3', 'placeholders', section],
    queryFn: async () => (await call('GET /v3/system/templates/placeholders', { query: { section } })).items,
    staleTime: 600_000,
  });

/** A template with the values of a record. */
export const filledQuery = (id: number, section: TemplateSection, record: number) =>
  queryOptions({
    queryKey: ['v3', 'templates', id, section, record],
    queryFn: () => call('POST /v3/system/templates/:id/preview', { id, body: { section, id: record } }),
  });
