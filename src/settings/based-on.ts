/**
 * What a change was made from. Each PATCH and PUT may say in `before` what its page showed of the members that it
 * changes; where one of them is another by now, nothing is changed: of two people, nobody undoes what the other did
 * without having seen it. It is looked at under the lock of the row, in the transaction of the change.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '../db/database.ts';
import { type OrganisationSettings, organisationLists } from '../derive/apply-settings.ts';
import { relationCatalogue } from '../derive/relation-catalogue.ts';
import { fail } from '../errors.ts';
import { registry } from '../model/registry.ts';
import { lockSettings } from '../operations/organisation/settings-document.ts';
import { rolesOf } from '../roles.ts';
import { instant, type Sql, sql } from '../sql.ts';
import { table } from '../table.ts';
import { shownSettings } from '../webhooks/administer.ts';
import { lockWebhook } from '../webhooks/webhook-row.ts';
import { beginningWith } from './beginning.ts';
import type { SettingsCall } from './call.ts';
import type { RouteName } from './routes/index.ts';

/** Members as the page shows them; null where there is nothing to show. */
type Shown = Readonly<Record<string, unknown>> | null;

/** What is shown of the thing that a path names. It stays so until the transaction ends. */
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

/** What stands in an object under a name that somebody else has chosen. */
const own = <T>(all: Readonly<Record<string, T>> | undefined, name: string): T | undefined =>
  all && Object.hasOwn(all, name) ? all[name] : undefined;

/** PATCH and PUT: what changes something that is there. */
type Change = Extract<RouteName, `PATCH ${string}` | `PUT ${string}`>;

const reads: Readonly<Record<Change, Read>> = table({
  'PATCH /tokens/:id': printed(
    (orgId, id) => sql`select json_build_object('name', name, 'scopes', scopes, 'addresses', addresses,
      'expires_at', ${instant('expires_at')})::text as doc from api_token where org_id = ${orgId} and id = ${id} for update`,
  ),
  'PATCH /webhooks/:id': async (tx, orgId, { id }) =>
    shownSettings(await lockWebhook(tx, { org_id: orgId, id: Number(id) })),
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
    // What is made and what is changed is the same call: a field that is gone, or new, is another than was shown.
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
    const shipped = registry.resources.find((resource) => resource.path === path)?.fields[name]?.label;
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
    return role ? { name: role.name, scopes: role.scopes } : null;
  }),
  'PUT /billing-companies': ofSettings(({ billing_companies: names = [] }) => ({ names })),
});

/** Whether a call may say what it was made from. */
export const isChange = (name: RouteName): name is Change => Object.hasOwn(reads, name);

/** A list stands for the only member of the body. */
const membersOf = (before: unknown, body: unknown): Readonly<Record<string, unknown>> =>
  Array.isArray(before)
    ? Object.fromEntries(Object.keys(body as object).map((name) => [name, before]))
    : (before as Readonly<Record<string, unknown>>);

/**
 * Answers a change as long as what it was made from is still there. What has been removed meanwhile is left to the call:
 * it says that better.
 * @param before the members as they were shown
 * @throws 412 `precondition_failed`, and what the call throws
 */
export const basedOn = (
  call: SettingsCall,
  name: Change,
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
  return handle({ ...call, db: beginningWith(call.db, look) });
};
