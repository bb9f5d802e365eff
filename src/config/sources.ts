/** Sources of settings: the environment, then a file of settings; secrets also from separate files. */
import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { closestMatch } from '../shared/suggest.ts';

/** A setting that is wrong: names it, and what is expected. */
export class SettingError extends Error {}

type Values = Readonly<Record<string, string | undefined>>;

/** The part of a setting that is used here. */
export interface Sourced {
  readonly name: string;
  /** Its text may also be the content of a file that NAME_FILE names. */
  readonly secret?: boolean;
}

/** The name under which a setting's file is given. */
export const fileSetting = (name: string): string => `${name}_FILE`;

const readText = (path: string, named: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new SettingError(`${named}: the file ${path} cannot be read (${(cause as NodeJS.ErrnoException).code}).`, {
      cause,
    });
  }
};

const LINE = /^\s*([A-Za-z_]\w*)\s*=(.*)/;
/** A complete value: a quoted text, with or without a comment after it, or one without quote characters. */
const WHOLE = /^\s*(?:"[^"]*"|'[^']*'|`[^`]*`)\s*(?:#|$)|^[^"'`#]*$/;

/**
 * The settings of a file, `NAME=value` per line.
 * @throws SettingError for another line, one whose value would be truncated, an unknown setting, or a repeated one
 */
const readFile = (path: string, known: readonly string[]): Values => {
  const values: Record<string, string> = {};
  const lines = new Map<string, number>();
  for (const [index, line] of readText(path, 'CONFIG_FILE').split(/\r?\n/).entries()) {
    if (/^\s*(#|$)/.test(line)) continue;
    const at = `${path}, line ${index + 1}`;
    const [, name, value = ''] = LINE.exec(line) ?? [];
    if (name === undefined)
      throw new SettingError(`${at}: expected NAME=value, a comment that begins with #, or nothing.`);
    if (!known.includes(name))
      throw new SettingError(
        `${at}: there is no setting ${name}; the nearest is ${closestMatch(name, known)} ("broker-crm help config" lists them).`,
      );
    const before = lines.get(name);
    if (before !== undefined)
      throw new SettingError(`${at}: ${name} is given in line ${before} already; remove one of them.`);
    lines.set(name, index + 1);
    if (!WHOLE.test(value))
      throw new SettingError(`${at}: the value of ${name} has to stand in quotes, in which # begins no comment.`);
    Object.assign(values, parseEnv(line));
  }
  return values;
};

const isGiven = (values: Values, name: string): boolean => Boolean(values[name]?.trim());

/** A setting's text in one source; undefined where the source says nothing. */
const textIn = (values: Values, { name, secret }: Sourced): string | undefined => {
  const given = isGiven(values, name);
  const file = fileSetting(name);
  if (!secret || !isGiven(values, file)) return given ? values[name]?.trim() : undefined;
  if (given) throw new SettingError(`${name} and ${file} are both given; remove one of them.`);
  const text = readText(values[file]?.trim() ?? '', file).replace(/\r?\n$/, '');
  if (!text.trim()) throw new SettingError(`${file}: the file ${values[file]} is empty.`);
  return text;
};

const sourcesIn = (env: Values, settings: readonly Sourced[], file: string | undefined): readonly Values[] => {
  const known = settings.flatMap(({ name, secret }) => (secret ? [name, fileSetting(name)] : [name]));
  return file ? [env, readFile(file, known)] : [env];
};

/** Paths of the files that secrets are read from: those of NAME_FILE, and the file of settings where a secret is in it. */
export const secretFilesOf = (
  env: Values,
  settings: readonly Sourced[],
  file: string | undefined = env.CONFIG_FILE?.trim(),
): readonly string[] => {
  const sources = sourcesIn(env, settings, file);
  const paths = settings.flatMap(({ name, secret }) => {
    const source = secret && sources.find((one) => isGiven(one, name) || isGiven(one, fileSetting(name)));
    if (!source) return [];
    return source[fileSetting(name)]?.trim() || (source === env ? [] : (file ?? []));
  });
  return [...new Set(paths)];
};

/**
 * Finds the text of settings: in the environment, else in the file of settings.
 * @param file the file of settings; by default the one that CONFIG_FILE names
 * @returns by a setting, its text; undefined where nothing gives it one
 * @throws SettingError
 */
export const sourcesOf = (
  env: Values,
  settings: readonly Sourced[],
  file: string | undefined = env.CONFIG_FILE?.trim(),
): ((setting: Sourced) => string | undefined) => {
  const sources = sourcesIn(env, settings, file);
  return (setting) => {
    for (const source of sources) {
      const text = textIn(source, setting);
      if (text !== undefined) return text;
    }
    return undefined;
  };
};
