#!/usr/bin/env node
/**
 * Proves every regular expression of the sources linear: matching time grows at most linearly with the length of the
 * text (rules 8.1). A pattern without a proof is an error; so is a quadratic one.
 *
 *   node scripts/check-patterns.js              src, web and sdk
 *   node scripts/check-patterns.js TSCONFIG...  other projects, for the check's own tests
 *   --all                                       proves the patterns of proven-patterns.json again
 *   --write                                     writes proven-patterns.json if every pattern is proven
 *   --list                                      every pattern with its result
 *
 * Patterns are taken from the syntax tree of the TypeScript compiler: literals, `RegExp(...)`, texts that a string
 * method converts to a pattern, and the formats of zod. One whose source is not constant cannot be proven and is
 * refused.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { SyntaxKind } from 'typescript/unstable/ast';
import { API } from 'typescript/unstable/sync';
import { z } from 'zod';

// The pure build: its other backends are programs for some kinds of machine, and it needs no Java.
process.env.RECHECK_SYNC_BACKEND = 'pure';
const { checkSync } = createRequire(import.meta.url)('recheck');

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const PROJECTS = ['tsconfig.json', 'web/tsconfig.json', 'sdk/tsconfig.json'];
/**
 * Our patterns take 3 s at most on an idle machine; one that takes this long on a busy one is too complex to be
 * proven.
 */
const TIMEOUT_MS = 120_000;

/** Patterns that PostgreSQL runs, and why they are linear; its automaton keeps no way back, so only their size counts. */
const IN_SQL = {
  'src/model/declaration/folds.ts': 'one class of characters, repeated',
  'src/derive/storage/stored-json.ts': 'a constant but for names of own fields, ind_ and digits',
  'src/operations/merge/duplicates.ts': 'one class of characters, repeated, and a constant',
  'src/derive/sql/premium-of-record.ts': 'one class of characters, once',
  'src/operations/search/search-hits.ts': 'a word of the query, each of its signs escaped, between two classes',
};
const SQL_PATTERN = /\s!?~\*?\s*$|\s!?~\*?\s*['$]|\bregexp_|\bsimilar to\b/i;

/** Methods of strings that make a pattern of a text that they are given. */
const TEXT_TO_PATTERN = new Set(['match', 'matchAll', 'search']);

const constantText = (node) =>
  node?.kind === SyntaxKind.StringLiteral || node?.kind === SyntaxKind.NoSubstitutionTemplateLiteral
    ? node.text
    : undefined;

const slashed = (text) => {
  const end = text.lastIndexOf('/');
  return { source: text.slice(1, end), flags: text.slice(end + 1) };
};

/** Names from `z` to a function of zod, `['iso', 'datetime']`; undefined where it is something else. */
const zodSteps = (node) => {
  if (node.kind === SyntaxKind.Identifier) return node.text === 'z' ? [] : undefined;
  if (node.kind !== SyntaxKind.PropertyAccessExpression) return undefined;
  const before = zodSteps(node.expression);
  return before && [...before, node.name.text];
};

const patternIn = (make) => {
  try {
    return make()?._zod?.def?.pattern;
  } catch {
    return undefined;
  }
};

/** Formats that a text of zod can be given by a method, `z.string().email()`. */
const zodMethods = new Set(
  Object.keys(z.string()).filter((name) => {
    try {
      return z.string()[name]()?._zod?.def?.checks?.at(-1)?._zod?.def?.pattern;
    } catch {
      return false;
    }
  }),
);

/**
 * The pattern of a format of zod (`z.iso.datetime({ offset: true })`), as this call makes it.
 * @returns undefined where the call is no format; null where its arguments are not constant
 */
const zodPattern = (call, text) => {
  const steps = zodSteps(call.expression);
  if (!steps?.length) return undefined;
  const format = steps.reduce((part, name) => part?.[name], z);
  if (typeof format !== 'function') return undefined;
  if (!call.arguments.length) return patternIn(() => format());
  const given = patternIn(() => format(...new Function(`return [${call.arguments.map(text).join()}]`)()));
  return given ?? (patternIn(() => format()) ? null : undefined);
};

/** Every pattern of a file, and what keeps others from being proven: calls `found` or `refuse` for each. */
const look = (file, isText, isZodText, { found, refuse }) => {
  const text = (node) => file.text.slice(node.pos, node.end).trim();
  const construct = (node) => {
    const [source, flags] = node.arguments ?? [];
    const literal = source?.kind === SyntaxKind.RegularExpressionLiteral && slashed(source.text);
    const given = literal ? literal.source : constantText(source);
    const givenFlags = flags ? constantText(flags) : literal ? literal.flags : '';
    if (given === undefined || givenFlags === undefined) refuse(node, 'its source is not constant');
    else found(node, given, givenFlags);
  };
  const called = (node) => {
    const { expression } = node;
    const format = zodPattern(node, text);
    if (format === null) refuse(node, 'arguments of this format are not constant');
    else if (format) found(node, format.source, format.flags);
    if (expression.kind !== SyntaxKind.PropertyAccessExpression) return;
    const name = expression.name.text;
    if (zodMethods.has(name) && isZodText(expression.expression)) refuse(node, `write z.${name}() itself`);
    const [source] = node.arguments;
    if (!TEXT_TO_PATTERN.has(name) || !source || !isText(expression.expression) || !isText(source)) return;
    const given = constantText(source);
    if (given === undefined) refuse(node, 'its source is not constant');
    else found(node, given, name === 'matchAll' ? 'g' : '');
  };
  const isNamed = (node) => node.kind === SyntaxKind.Identifier && node.text === 'RegExp';
  const walk = (node) => {
    if (node.kind === SyntaxKind.RegularExpressionLiteral) {
      const { source, flags } = slashed(node.text);
      found(node, source, flags);
    }
    const makes = node.kind === SyntaxKind.NewExpression || node.kind === SyntaxKind.CallExpression;
    if (makes && isNamed(node.expression)) construct(node);
    else if (node.kind === SyntaxKind.CallExpression) called(node);
    else if (isNamed(node) && !isHarmless(node)) refuse(node, 'RegExp under another name');
    const literal = node.kind === SyntaxKind.TemplateExpression ? [node.head, ...node.templateSpans] : [node];
    if (literal.some((part) => SQL_PATTERN.test(constantText(part) ?? part.literal?.text ?? part.text ?? '')))
      if (isLiteral(node)) refuse(node, 'a pattern for PostgreSQL', true);
    node.forEachChild(walk);
  };
  walk(file);
};

const LITERALS = new Set([
  SyntaxKind.StringLiteral,
  SyntaxKind.NoSubstitutionTemplateLiteral,
  SyntaxKind.TemplateExpression,
]);
const isLiteral = ({ kind }) => LITERALS.has(kind);

/** A type, the callee of a constructor or call, or the right side of `instanceof`. */
const isHarmless = ({ parent }) =>
  [SyntaxKind.NewExpression, SyntaxKind.CallExpression, SyntaxKind.TypeReference].includes(parent.kind) ||
  (parent.kind === SyntaxKind.BinaryExpression && parent.operatorToken.kind === SyntaxKind.InstanceOfKeyword);

/** The reason why a pattern is refused; null if it is proven linear. */
const judge = (source, flags) => {
  const result = checkSync(source, flags, { checker: 'automaton', timeout: TIMEOUT_MS });
  if (result.status === 'safe' && !result.complexity.isFuzz) return null;
  if (result.status !== 'vulnerable')
    return `cannot be proven linear (${result.error?.kind ?? result.complexity?.summary})`;
  return `${result.complexity.summary}; for example ${result.attack.pattern.slice(0, 200)}`;
};

/** Patterns that were proven before, by their hash: a proof takes up to seconds, and holds as long as the pattern stays. */
const PROVEN = new URL('proven-patterns.json', import.meta.url);
const hashOf = (key) => createHash('sha256').update(key).digest('hex').slice(0, 16);

const words = process.argv.slice(2);
const projects = words.filter((word) => !word.startsWith('--'));
const api = new API({ cwd: root });
const places = new Map();
const wrong = [];
const allowed = new Set();
let files = 0;

for (const name of projects.length ? projects : PROJECTS) {
  const config = path.resolve(root, name);
  const { program, checker } = api.updateSnapshot({ openProject: config }).getProject(config);
  const folder = path.dirname(config);
  const own = program.getSourceFileNames().filter((file) => file.startsWith(folder) && !file.includes('node_modules'));
  files += own.length;
  const typeOf = (node) => checker.typeToString(checker.getTypeAtLocation(node));
  const isText = (node) => /^string$|^"/.test(typeOf(node));
  const isZodText = (node) => /^ZodString\b/.test(typeOf(node));
  for (const fileName of own) {
    const file = program.getSourceFile(fileName);
    const shown = path.relative(projects.length ? folder : root, fileName).replaceAll(path.sep, '/');
    const placeOf = (node) => {
      const start = node.pos + /^\s*/.exec(file.text.slice(node.pos, node.end))[0].length;
      return `${shown}:${file.text.slice(0, start).split('\n').length}`;
    };
    look(file, isText, isZodText, {
      found: (node, source, flags) => {
        const key = `/${source}/${flags}`;
        places.set(key, { source, flags, at: [...(places.get(key)?.at ?? []), placeOf(node)] });
      },
      refuse: (node, why, inSql) => {
        if (inSql && IN_SQL[shown]) allowed.add(shown);
        else wrong.push(`${placeOf(node)}: ${why}`);
      },
    });
  }
}
api.close();
if (!projects.length) {
  const stale = Object.keys(IN_SQL).filter((file) => !allowed.has(file));
  wrong.push(...stale.map((file) => `${file}: listed, but has no pattern for PostgreSQL`));
}

const proven = new Set(projects.length || words.includes('--all') ? [] : JSON.parse(readFileSync(PROVEN, 'utf8')));
for (const [key, { source, flags, at }] of places) {
  const fault = proven.has(hashOf(key)) ? null : judge(source, flags);
  if (words.includes('--list')) console.log(`${fault ? '✗' : '✓'} ${key} ${at.join(', ')}`);
  if (fault) wrong.push(`${at.join(', ')}: ${key} ${fault}`);
}
for (const line of wrong) console.error(line);
console.log(`${places.size} patterns in ${files} files, ${wrong.length} not proven linear`);
if (words.includes('--write') && !wrong.length)
  writeFileSync(PROVEN, `${JSON.stringify([...places.keys()].map(hashOf).sort(), null, 2)}\n`);
process.exitCode = wrong.length ? 1 : 0;
