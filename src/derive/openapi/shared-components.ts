/**
 * Moves repeated parameters and responses of the description to components. The file becomes shorter, and a changed
 * declaration changes few lines of it.
 */
import { pascal } from './components/schemas.ts';

type Json = Readonly<Record<string, unknown>>;
type Paths = Readonly<Record<string, Readonly<Record<string, Json>>>>;

/** Candidate names of a component, the shortest first; a name for two different components is not used. */
type NamesOf = (thing: Json) => readonly string[];

/** Names of components are plain letters. */
const lastWord = (text: unknown): string =>
  pascal(
    String(text)
      .split(/[^\p{L}\d-]+/u)
      .findLast(Boolean)
      ?.normalize('NFD')
      .replace(/\p{M}/gu, '') ?? '',
  );
/** The schema of a value, or of each of several. */
const oneOf = ({ schema }: Json): Json => (((schema ?? {}) as Json).items ?? schema ?? {}) as Json;
/** Of several forms the first counts: the value itself, before the words accepted for it. */
const typeOf = (parameter: Json): string => {
  const { type, anyOf } = oneOf(parameter) as { type?: unknown; anyOf?: readonly Json[] };
  return pascal(String(type ?? anyOf?.[0]?.type ?? ''));
};

/** The forms of a text. */
const formOf = (parameter: Json): string => {
  const { format, anyOf = [] } = oneOf(parameter) as { format?: string; anyOf?: readonly { format?: string }[] };
  return [...(format ? [format] : anyOf.map((one) => one.format ?? 'other'))].map(pascal).join('Or') || 'Plain';
};

const parameterNames: NamesOf = (parameter) => {
  const name = `${parameter.in === 'path' ? 'Path' : ''}${pascal(String(parameter.name))}`;
  const meant = `${name}${lastWord(parameter.description)}`;
  const [, whole] = /^(?:Number|Row id) of an? (.+)\.$/.exec(String(parameter.description)) ?? [];
  const typed = `${meant}${typeOf(parameter)}`;
  return [name, meant, typed, `${typed}${formOf(parameter)}`, ...(whole ? [`${name}Of${pascal(whole)}`] : [])];
};

/** The first schema that a response names. */
const schemaIn = (answer: Json): string =>
  /#\/components\/schemas\/(\w+)/.exec(JSON.stringify(answer.content ?? {}))?.[1] ?? '';

const membersIn = ({ content }: Json): string => {
  const [media] = Object.values((content ?? {}) as Record<string, { schema: { properties?: object } }>);
  return Object.keys(media?.schema.properties ?? {})
    .map(pascal)
    .join('');
};

const answerNames: NamesOf = (answer) => {
  const name = pascal(String(answer.description));
  return [name, `${name}${schemaIn(answer)}`, `${name}${membersIn(answer)}`];
};

/** Collects repeated components. */
const sharing = (group: string, things: readonly Json[], namesOf: NamesOf) => {
  const times = new Map<string, number>();
  const meanings = new Map<string, Set<string>>();
  for (const thing of things) {
    const text = JSON.stringify(thing);
    times.set(text, (times.get(text) ?? 0) + 1);
    for (const name of namesOf(thing)) meanings.set(name, (meanings.get(name) ?? new Set()).add(text));
  }
  const components = new Map<string, Json>();
  const shared = (thing: Json): Json => {
    if (thing.$ref || (times.get(JSON.stringify(thing)) ?? 0) < 2) return thing;
    const name = namesOf(thing).find((one) => meanings.get(one)?.size === 1);
    if (name === undefined) return thing;
    components.set(name, thing);
    return { $ref: `#/components/${group}/${name}` };
  };
  return { components, shared };
};

const parametersOf = (call: Json): readonly Json[] => (call.parameters ?? []) as readonly Json[];
const answersOf = (call: Json): Readonly<Record<string, Json>> => call.responses as Record<string, Json>;
const mapped = <T, U>(members: Readonly<Record<string, T>>, change: (member: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(members).map(([name, member]) => [name, change(member)]));

/** @returns the calls with references to shared components, and the components */
export const withShared = (paths: Paths) => {
  const calls = Object.values(paths).flatMap((path) => Object.values(path));
  const parameters = sharing('parameters', calls.flatMap(parametersOf), parameterNames);
  const answers = sharing(
    'responses',
    calls.flatMap((call) => Object.values(answersOf(call))),
    answerNames,
  );
  const change = (call: Json): Json => ({
    ...call,
    parameters: parametersOf(call).map(parameters.shared),
    responses: mapped(answersOf(call), answers.shared),
  });
  return {
    paths: mapped(paths, (path) => mapped(path, change)),
    parameters: Object.fromEntries(parameters.components),
    responses: Object.fromEntries(answers.components),
  };
};
