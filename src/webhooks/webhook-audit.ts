/** Audit entries of webhooks: names of headers, never their values, and never a secret. */
import { type AuditAction, type Author, type Changes, differences, entryBy } from '../db/audit-entry.ts';
import type { Sql } from '../sql/sql.ts';
import { type Headers, MASK } from './redact-headers.ts';
import type { WebhookName } from './webhook-row.ts';

/** The audited values of a webhook. */
interface Noted {
  readonly name: string;
  readonly description: string;
  readonly url: string;
  readonly method: string;
  readonly content_type: string;
  readonly events: readonly string[];
}

/** The values of a webhook that are no secrets, by their names. */
export const auditWebhook = ({
  name,
  description,
  url,
  method,
  content_type,
  events,
}: Noted): Readonly<Record<string, unknown>> => ({
  // Webhooks without a name were created before webhooks had one.
  ...(name ? { name } : {}),
  ...(description ? { description } : {}),
  url,
  method,
  content_type,
  events,
});

/** Added, removed and changed headers, with all values masked. */
export const headerChanges = (before: Headers, after: Headers): Changes => {
  const shown = (value: unknown) => (value === null ? null : MASK);
  return Object.fromEntries(
    Object.entries(differences(before, after)).map(([name, [from, to]]) => [
      `headers.${name}`,
      [shown(from), shown(to)],
    ]),
  );
};

/** Entry of an act on a webhook. */
export const entryOf = (action: AuditAction, by: Author, { org_id: orgId, id }: WebhookName, changes: Changes): Sql =>
  entryBy(by, orgId, { section: 'webhooks', recordId: id, action, changes, security: true });
