/** The Sparten of an organisation in responses, both described forms at once (rules 5.15). */
import { sparten } from '../../model/seed/sparten.ts';
import type { OrganisationSettings } from '../org-settings/apply-settings.ts';

export const shownSparten = ({ sparten_off = [] }: OrganisationSettings) => {
  const off = new Set(sparten_off);
  return sparten
    .filter(({ id }) => !off.has(id))
    .map(({ gdv: _gdv, ...sparte }) => ({ ...sparte, value: sparte.sparte, display: sparte.name }));
};
