/** Changes of an organisation's settings for the audit log: old and new values by name. */
import { sparten } from '../../model/seed/sparten.ts';
import { disclosureOf, languages } from '../../shared/disclosure.ts';
import { letterheadOf } from '../../shared/letterhead.ts';
import { PURGE_DAYS, retentionRulesOf } from '../../shared/retention-rules.ts';
import { rolesOf } from '../../shared/roles.ts';
import type { OrganisationSettings } from './apply-settings.ts';

type Flat = Readonly<Record<string, unknown>>;

/** Audit actions of settings; `settings` for members without an action of their own. */
type SettingsAct = 'field' | 'label' | 'list' | 'sparte' | 'billing-companies' | 'relation-type' | 'role' | 'settings';

/** Audit log entry of one member of the settings: the action of its change, and its values by name. */
interface AuditedMember<Value> {
  readonly action: SettingsAct;
  readonly flat: (value: Value | undefined) => readonly (readonly [string, unknown])[];
  /** Lists whose order is audited separately, as the names of their items. */
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
  // The deletion of its values is audited with the field.
  leaving: { action: 'field', flat: () => [] },
  // Renamed values are audited with the list.
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
      rolesOf(stored).flatMap(({ id, name, scopes, own_customers = false }) => [
        [`roles.${id}.name`, name],
        [`roles.${id}.scopes`, scopes],
        ...(own_customers ? [[`roles.${id}.own_customers`, own_customers] as const] : []),
      ]),
  },
  retention: {
    action: 'settings',
    flat: (stored) => retentionRulesOf(stored).map(({ section, ...rule }) => [`retention.${section}`, rule]),
  },
  disclosure: {
    action: 'settings',
    flat: (stored) => {
      const { language, ...texts } = disclosureOf(stored);
      const each = languages.flatMap((one) =>
        Object.entries(texts[one]).map(([name, value]) => [`disclosure.${one}.${name}`, value] as const),
      );
      return [['disclosure.language', language], ...each];
    },
  },
  letterhead: {
    action: 'settings',
    flat: (stored) => Object.entries(letterheadOf(stored)).map(([name, value]) => [`letterhead.${name}`, value]),
  },
  purge_days: { action: 'settings', flat: (days = PURGE_DAYS) => [['purge_days', days]] },
  relation_types: {
    action: 'relation-type',
    flat: ({ items } = { made: 0, items: [] }) => items.map(({ id, name }) => [`relation_types.${id}.name`, name]),
  },
};

/** A member of the settings and its values by name. */
export interface ChangedMember {
  readonly action: SettingsAct;
  readonly before: Flat;
  readonly after: Flat;
}

/** An unknown member is audited as one value. */
const auditedMemberOf = (name: string): AuditedMember<unknown> =>
  Object.hasOwn(auditedMembers, name)
    ? (auditedMembers[name as keyof typeof auditedMembers] as AuditedMember<unknown>)
    : { action: 'settings', flat: (value) => [[name, value]] };

/** Every member of the settings, before and after. */
export const changedMembers = (before: OrganisationSettings, after: OrganisationSettings): readonly ChangedMember[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].map((name) => {
    const { action, flat, ordered = () => [] } = auditedMemberOf(name);
    const of = (settings: OrganisationSettings): unknown => settings[name as keyof OrganisationSettings];
    const flatOf = (settings: OrganisationSettings, other: OrganisationSettings): Flat => {
      const others = new Map(ordered(of(other)));
      // Added or removed items are separate changes.
      const kept = ordered(of(settings)).map(
        ([list, names]) => [list, names.filter((one) => others.get(list)?.includes(one))] as const,
      );
      return Object.fromEntries([...flat(of(settings)), ...kept.filter(([, names]) => names.length > 1)]);
    };
    return { action, before: flatOf(before, after), after: flatOf(after, before) };
  });
