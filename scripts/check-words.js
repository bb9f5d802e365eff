#!/usr/bin/env node
/**
 * Counts the words that standard technical English does without, in comments of the code and in the docs. The counts in
 * avoided-words.json are upper limits that only fall.
 *
 *   node scripts/check-words.js           fails when a word occurs more often than its limit
 *   node scripts/check-words.js --list    every place, as file:line
 *   node scripts/check-words.js --write   lowers the limits to the present counts
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const limitsFile = path.join(root, 'scripts', 'avoided-words.json');

/** Each with its pattern; `what` counts as the head of a noun phrase ("... the client sends"). */
const WORDS = {
  somebody: /\b(whoever|somebody|someone|nobody|no one|anybody|anyone|everybody|everyone)\b/gi,
  what: /(?<!\b(?:know|knows|see|say|says|decide|check|ask|and) )\bwhat(ever)? (?!for\b|to\b|if\b)\w+/gi,
  told: /\btold\b/gi,
  said: /\bsaid\b/gi,
  kept: /\bkept\b/gi,
  aside: /\b(aside|beside|besides)\b/gi,
  anew: /\banew\b/gi,
  lies: /\b(lies|stands|gone|comes|goes on)\b/gi,
  'under way': /\bunder way\b/gi,
  room: /\b(rooms?|wings?|doors?|houses?|pieces?|things?)\b/gi,
};

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 });
const files = git('ls-files', '-co', '--exclude-standard', '-z')
  .split('\0')
  .filter((file) => /\.(ts|tsx|js|mjs|md|sql)$/.test(file))
  .filter((file) => !/^(generated|test\/upgrade|test\/tools)\/|\/fixture/.test(file));

/** The comment of a line of code, or the whole line of a document outside of its code blocks. */
const proseOf = (file) => {
  let inCode = false;
  const comment = file.endsWith('.sql') ? /^\s*--(.*)$|\s--\s(.*)$/ : /^\s*(?:\/\*\*?|\*|\/\/)(.*)$|\s\/\/\s(.*)$/;
  return (line) => {
    if (!file.endsWith('.md')) {
      const found = comment.exec(line);
      return found?.[1] ?? found?.[2] ?? '';
    }
    if (/^\s*```/.test(line)) inCode = !inCode;
    return inCode ? '' : line.replace(/`[^`]*`/g, '');
  };
};

const counts = Object.fromEntries(Object.keys(WORDS).map((word) => [word, 0]));
const list = process.argv.includes('--list');
for (const file of files) {
  const prose = proseOf(file);
  for (const [index, line] of readFileSync(path.join(root, file), 'utf8').split('\n').entries()) {
    const text = prose(line);
    for (const [word, pattern] of Object.entries(WORDS)) {
      const found = text.match(pattern)?.length ?? 0;
      counts[word] += found;
      if (found && list) console.log(`${file}:${index + 1} ${word}: ${text.trim()}`);
    }
  }
}

if (process.argv.includes('--write')) {
  writeFileSync(limitsFile, `${JSON.stringify(counts, null, 2)}\n`);
} else {
  const limits = JSON.parse(readFileSync(limitsFile, 'utf8'));
  const above = Object.keys(WORDS).filter((word) => counts[word] > (limits[word] ?? 0));
  for (const word of above)
    console.error(
      `"${word}" occurs ${counts[word]} times, the limit is ${limits[word] ?? 0}: use a standard term (--list names the places).`,
    );
  process.exitCode = above.length ? 1 : 0;
}
console.log(
  Object.entries(counts)
    .map(([word, count]) => `${word} ${count}`)
    .join(', '),
);
