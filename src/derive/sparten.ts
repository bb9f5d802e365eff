/** The Sparten of an organisation as they are answered, both described forms at once (rules 5.15). */
import { sparten } from '../model/seed/sparten.ts';
import type { OrganisationSettings } from './apply-settings.ts';

export const shownSparten = ({ sparten_off = [] }: OrganisationSettings) => {
  const off = new Set(sparten_off);
  return sparten
    .filter(({ id }) => !off.has(id))
    .map(({ gdv: _gdv, ...sparte }) => ({ ...sparte, value: sparte.sparte, display: sparte.name }));
};
