/**
 * Optimistic lock of the settings. Each PATCH and PUT may send in `before` the values that its page showed; where one
 * of them differs from the stored value, nothing is changed, so no user overwrites another's change unseen. The
 * comparison runs under the row lock, in the transaction of the change.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '../../db/database.ts';
import { relationCatalogue } from '../../derive/metadata/relation-catalogue.ts';
import { type OrganisationSettings, organisationLists } from '../../derive/org-settings/apply-settings.ts';
import { fail } from '../../errors/api-error.ts';
import { registry } from '../../model/registry.ts';
import { shownMailbox } from '../../operations/mailboxes/manage-mailboxes.ts';
import { lockMailServer } from '../../operations/messages/own-mail-server.ts';
import { retentionOf } from '../../operations/org-settings/retention.ts';
import { lockSettings } from '../../operations/org-settings/settings-document.ts';
import { lockSso } from '../../operations/sso/sso-settings.ts';
import { letterheadOf } from '../../shared/letterhead.ts';
import { lookupTable } from '../../shared/lookup-table.ts';
import { rolesOf } from '../../shared/roles.ts';
import { instant, type Sql, sql } from '../../sql/sql.ts';
import { visibleSettings } from '../../webhooks/manage/manage-webhooks.ts';
import { lockWebhook } from '../../webhooks/webhook-row.ts';
import type { RouteName } from '../routes/index.ts';
import type { SettingsCall } from './settings-call.ts';
import { withPrelude } from './transaction-prelude.ts';

/** Members as the page shows them; null where there is nothing to show. */
type Shown = Readonly<Record<string, unknown>> | null;

/** Reads the shown values of the object in a path, locked until the transaction ends. */
type Read = (tx: Tx, orgId: number, params: SettingsCall['params'], kid: number) => Promise<Shown>;

/** The document that a locking statement prints. */
const printed =
  (statement: (...of: [orgId: number, id: number, kid: number]) => Sql): Read =>
  async (tx, orgId, { id, kid }, ownKid) => {
    const [row] = await tx.run<{ doc: string }>(statement(orgId, Number(id ?? kid), ownKid));
    return row ? (JSON.parse(row.doc) as Shown) : null;
  };

/** A part of the organisation's settings. */
const ofSettings =
  (show: (settings: OrganisationSettings, params: SettingsCall['params']) => Shown): Read =>
  async (tx, orgId, params) =>
    show(await lockSettings(tx, orgId), params);

/** An own member of an object, by a name from outside. */
const own = <T>(all: Readonly<Record<string, T>> | undefined, name: string): T | undefined =>
  all && Object.hasOwn(all, name) ? all[name] : undefined;

/** PATCH and PUT: changes of existing objects. */
type SettingsChange = Extract<RouteName, `PATCH ${string}` | `PUT ${string}`>;

const reads: Readonly<Record<SettingsChange, Read>> = lookupTable({
  'PATCH /tokens/:id': printed(
    (orgId, id) => sql`select json_build_object('name', name, 'scopes', scopes, 'addresses', addresses,
      'expires_at', ${instant('expires_at')})::text as doc from api_token where org_id = ${orgId} and id = ${id} for update`,
  ),
  'PATCH /webhooks/:id': async (tx, orgId, { id }) =>
    visibleSettings(await lockWebhook(tx, { org_id: orgId, id: Number(id) })),
  'PATCH /mailboxes/:id': (tx, orgId, { id }) => shownMailbox(tx, orgId, Number(id)),
  'PUT /mail-server': (tx, orgId) => lockMailServer(tx, orgId),
  'PUT /sso': (tx, orgId) => lockSso(tx, orgId),
  'PATCH /users/:kid': printed(
    (orgId, kid) => sql`select json_build_object('email', email, 'vorname', vorname, 'name', name, 'rolle', rolle,
      'lizenz', lizenz, 'lizenz_typ', lizenz_typ, 'aktiv', aktiv)::text as doc from contact
      where org_id = ${orgId} and id = ${kid} and section = 'users' and del = 0 for no key update`,
  ),
  'PATCH /account': printed(
    (orgId, _id, kid) => sql`select json_build_object('vorname', vorname, 'name', name)::text as doc from contact
      where org_id = ${orgId} and id = ${kid} and section = 'users' and del = 0 for no key update`,
  ),
  'PATCH /organisation': printed(
    (orgId) => sql`select json_build_object('name', name, 'time_zone', time_zone)::text as doc from organisation
      where org_id = ${orgId} for no key update`,
  ),
  'PATCH /tags/:id': printed(
    (orgId, id, kid) => sql`select json_build_object('tag', tag, 'freigabe', freigabe)::text as doc from tag
      where org_id = ${orgId} and id = ${id} and del = 0 and (freigabe = 1 or kid = ${kid}) for no key update`,
  ),
  'PUT /second-factor': printed(
    (orgId) => sql`select json_build_object('required_of', second_factor)::text as doc from organisation
      where org_id = ${orgId} for no key update`,
  ),
  'PUT /fields/:path/:name': ofSettings(({ fields, labels }, { path = '', name = '' }) => {
    const field = own(fields, path)?.find((one) => one.name === name);
    // Creation and change are the same call: a removed or new field differs from the shown one.
    if (!field) return {};
    const { kind, list = null, sparte = null, group = null, note = null, default: initially = null } = field;
    const { required = false } = field;
    const label = own(own(labels, path), name) ?? field.label;
    return { label, kind, list, sparte, group, note, default: initially, required };
  }),
  'PUT /fields/:path': ofSettings(({ fields }, { path = '' }) => ({
    names: (own(fields, path) ?? []).map(({ name }) => name),
  })),
  'PUT /fields/:path/:name/label': ofSettings(({ labels }, { path = '', name = '' }) => {
    const shipped = registry.find(path)?.fields[name]?.label;
    return { label: own(own(labels, path), name) ?? shipped };
  }),
  'PUT /lists/:name': ofSettings((settings, { name = '' }) => {
    const options = own(organisationLists(settings).lists, name) ?? [];
    return { options: options.map(({ value, display }) => ({ value, display })) };
  }),
  'PATCH /sparten/:id': ofSettings(({ sparten_off: off = [] }, { id }) => ({ active: !off.includes(Number(id)) })),
  'PATCH /relation-types/:id': ofSettings((settings, { id }) => {
    const type = relationCatalogue(settings).items.find((one) => one.id === Number(id));
    return type ? { name: type.name } : null;
  }),
  'PATCH /roles/:name': ofSettings(({ roles }, { name: id }) => {
    const role = rolesOf(roles).find((one) => one.id === id);
    return role ? { name: role.name, scopes: role.scopes, own_customers: role.own_customers ?? false } : null;
  }),
  'PATCH /privacy': ofSettings(retentionOf),
  'PATCH /letterhead': ofSettings(({ letterhead }) => letterheadOf(letterhead)),
  'PUT /billing-companies': ofSettings(({ billing_companies: names = [] }) => ({ names })),
});

/** Whether a call accepts the version that its change is based on. */
export const isChange = (name: RouteName): name is SettingsChange => Object.hasOwn(reads, name);

/** Members by name; a list is the value of the body's only member. */
const membersOf = (before: unknown, body: unknown): Readonly<Record<string, unknown>> =>
  Array.isArray(before)
    ? Object.fromEntries(Object.keys(body as object).map((name) => [name, before]))
    : (before as Readonly<Record<string, unknown>>);

/**
 * Runs a change if the values it was based on are unchanged. A removed object is left to the call, which has a better
 * message.
 * @param before the members as shown
 * @throws 412 `precondition_failed`, and the errors of the call
 */
export const optimisticLock = (
  call: SettingsCall,
  name: SettingsChange,
  before: unknown,
  handle: (call: SettingsCall) => Promise<unknown>,
): Promise<unknown> => {
  const { orgId, kid } = call.session;
  const known = Object.entries(membersOf(before, call.body));
  const look = async (tx: Tx): Promise<void> => {
    const now = await reads[name](tx, orgId, call.params, kid);
    if (now && known.some(([member, shown]) => !isDeepStrictEqual(now[member] ?? null, shown))) {
      throw fail('precondition_failed');
    }
  };
  return handle({ ...call, db: withPrelude(call.db, look) });
};
