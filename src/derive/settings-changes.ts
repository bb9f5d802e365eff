/** What of an organisation's settings a change changed, as the audit log says it: from what to what, by name. */
import { sparten } from '../model/seed/sparten.ts';
import { rolesOf } from '../roles.ts';
import type { OrganisationSettings } from './apply-settings.ts';

type Flat = Readonly<Record<string, unknown>>;

/** What the audit log says was changed; `settings` is what has no name of its own. */
type SettingsAct = 'field' | 'label' | 'list' | 'sparte' | 'billing-companies' | 'relation-type' | 'role' | 'settings';

/** How the audit log says a change of one member of the settings: the action of its change, and its values by their names. */
interface AuditedMember<Value> {
  readonly action: SettingsAct;
  readonly flat: (value: Value | undefined) => readonly (readonly [string, unknown])[];
  /** Lists whose order is a value of its own, as the names of what they hold. */
  readonly ordered?: (value: Value | undefined) => readonly (readonly [string, readonly string[]])[];
}

const auditedMembers: {
  readonly [Name in keyof OrganisationSettings]-?: AuditedMember<NonNullable<OrganisationSettings[Name]>>;
} = {
  fields: {
    action: 'field',
    flat: (kinds = {}) =>
      Object.entries(kinds).flatMap(([path, fields]) => fields.map(({ name, ...field }) => [`${path}.${name}`, field])),
    ordered: (kinds = {}) =>
      Object.entries(kinds).map(([path, fields]) => [`${path}.order`, fields.map(({ name }) => name)]),
  },
  // That its values go as well is told with the field.
  leaving: { action: 'field', flat: () => [] },
  // That records are found by another name is told with the list.
  renamed: { action: 'list', flat: () => [] },
  labels: {
    action: 'label',
    flat: (kinds = {}) =>
      Object.entries(kinds).flatMap(([path, labels]) =>
        Object.entries(labels).map(([name, label]) => [`${path}.${name}`, label]),
      ),
  },
  options: { action: 'list', flat: (lists = {}) => Object.entries(lists) },
  sparten_off: {
    action: 'sparte',
    flat: (off = []) => sparten.map(({ id }) => [`sparten.${id}.active`, !off.includes(id)]),
  },
  billing_companies: { action: 'billing-companies', flat: (names = []) => [['billing_companies', names]] },
  roles: {
    action: 'role',
    flat: (stored) =>
      rolesOf(stored).flatMap(({ id, name, scopes }) => [
        [`roles.${id}.name`, name],
        [`roles.${id}.scopes`, scopes],
      ]),
  },
  relation_types: {
    action: 'relation-type',
    flat: ({ items } = { made: 0, items: [] }) => items.map(({ id, name }) => [`relation_types.${id}.name`, name]),
  },
};

/** A member of the settings and its values by their names. */
export interface ChangedMember {
  readonly action: SettingsAct;
  readonly before: Flat;
  readonly after: Flat;
}

/** What this table does not know yet is one value. */
const auditedMemberOf = (name: string): AuditedMember<unknown> =>
  Object.hasOwn(auditedMembers, name)
    ? (auditedMembers[name as keyof typeof auditedMembers] as AuditedMember<unknown>)
    : { action: 'settings', flat: (value) => [[name, value]] };

/** Every member of the settings as it was and as it is. */
export const changedMembers = (before: OrganisationSettings, after: OrganisationSettings): readonly ChangedMember[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].map((name) => {
    const { action, flat, ordered = () => [] } = auditedMemberOf(name);
    const of = (settings: OrganisationSettings): unknown => settings[name as keyof OrganisationSettings];
    const flatOf = (settings: OrganisationSettings, other: OrganisationSettings): Flat => {
      const others = new Map(ordered(of(other)));
      // What came or went is a change of its own.
      const kept = ordered(of(settings)).map(
        ([list, names]) => [list, names.filter((one) => others.get(list)?.includes(one))] as const,
      );
      return Object.fromEntries([...flat(of(settings)), ...kept.filter(([, names]) => names.length > 1)]);
    };
    return { action, before: flatOf(before, after), after: flatOf(after, before) };
  });
