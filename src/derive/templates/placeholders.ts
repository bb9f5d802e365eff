/**
 * Placeholders of templates: `{{ kunde.name }}`. The syntax is the part of Mustache that has names alone: no sections,
 * partials or unescaped tags. Texts are plain: a writer of HTML escapes the result.
 */
import type { Field } from '../../model/declaration/field-shape.ts';
import type { Registry } from '../../model/registry.ts';
import {
  ADDRESS,
  type FieldGroup,
  fieldGroups,
  furtherPlaceholders,
  groupsOf,
  SALUTATION,
  type TemplateSection,
  templateSections,
} from '../../model/seed/placeholders.ts';
import { closestMatch } from '../../shared/suggest.ts';

/** A placeholder, for a field picker. */
export interface Placeholder {
  readonly name: string;
  readonly label: string;
  readonly group: string;
}

/** A part of a template: a text, or the name of a placeholder. */
export type TemplatePart = string | { readonly placeholder: string };

const TAG = /\{\{ *([a-z][a-z0-9_.]*) *\}\}/;

/** The parts of a template; all but placeholders is text. */
export const parseTemplate = (text: string): readonly TemplatePart[] =>
  text.split(TAG).map((part, at) => (at % 2 ? { placeholder: part } : part));

/** Whether texts have a field: not secrets, and of values that the service sets the salutation alone. */
const isShown = (name: string, { kind, server, sameAs }: Field): boolean =>
  !kind.secret && !sameAs && (!server || name === SALUTATION);

const ofGroup = (registry: Registry, group: FieldGroup): Placeholder[] => {
  const { label: title, section } = fieldGroups[group];
  const fields = Object.entries(registry.get(section).fields).flatMap(([name, field]) =>
    isShown(name, field) ? [{ name: `${group}.${name}`, label: field.label, group: title }] : [],
  );
  const hasAddress = ADDRESS.groups.some((one) => one === group);
  return [...fields, ...(hasAddress ? [{ name: `${group}.${ADDRESS.name}`, label: ADDRESS.label, group: title }] : [])];
};

/** All placeholders of templates for records of a kind, in the order of groups and fields. */
export const placeholdersOf = (registry: Registry, section: TemplateSection): readonly Placeholder[] => [
  ...(Object.keys(groupsOf[section]) as FieldGroup[]).flatMap((group) => ofGroup(registry, group)),
  ...furtherPlaceholders,
];

const listedAt = (section: string): string => `GET /v3/system/templates/placeholders?section=${section} lists them`;

const brokenTag = (part: TemplatePart): string | undefined =>
  typeof part === 'string' ? /(?:\{\{|\}\}).{0,40}/.exec(part)?.[0] : undefined;

/** Why a text is no template for records of a kind, and how to mend it; null where it is one. */
export const templateProblem = (registry: Registry, section: string, text: string): string | null => {
  const known = templateSections.find((one) => one === section);
  const parts = parseTemplate(text);
  const broken = [text.match(/(?:\{\{\{|\}\}\}).{0,40}/)?.[0], ...parts.map(brokenTag)].find(Boolean);
  if (broken) return `"${broken}" is no placeholder; write {{ kunde.name }}, ${listedAt(section)}.`;
  if (!known) return null;
  const names = placeholdersOf(registry, known).map(({ name }) => name);
  const unknown = parts.find((part) => typeof part !== 'string' && !names.includes(part.placeholder));
  if (unknown === undefined || typeof unknown === 'string') return null;
  return `{{ ${unknown.placeholder} }} does not exist here; did you mean {{ ${closestMatch(unknown.placeholder, names)} }}? ${listedAt(section)}.`;
};
