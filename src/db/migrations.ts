/** The files in migrations/: what they say, and which of them a database has. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** Where the migrations lie, seen from `src/db` and from `dist/db`. */
const FOLDER = fileURLToPath(new URL('../../migrations/', import.meta.url));

/** Where Citus keeps a table: its rows by organisation, a copy on every node, or on the coordinator alone. */
export type Place = 'distribute' | 'reference' | 'local';

/** One statement, or the place of a table. */
export type Step = { readonly sql: string } | { readonly place: Place; readonly table: string };

/** One migration file. */
export interface Migration {
  readonly number: number;
  readonly name: string;
  readonly steps: readonly Step[];
  readonly checksum: string;
}

/** What a database says that was applied to it. */
export interface Noted {
  readonly number: number;
  readonly name: string;
  readonly checksum: string;
}

/** The database and this version of the program do not fit; the message says what to do. */
export class Unfit extends Error {}

/** `-- distribute: table` and its like stand below each table. */
const PLACE = /^-- (distribute|reference|local): (\w+)$/;

/** A file's statements: each ends with a line that ends with a semicolon, outside the body of a function. */
export const stepsOf = (text: string): readonly Step[] => {
  const steps: Step[] = [];
  let statement: string[] = [];
  for (const line of text.split('\n')) {
    const [, place, table] = PLACE.exec(line) ?? [];
    if (place && table) steps.push({ place: place as Place, table });
    else if (statement.length || !/^(--|$)/.test(line)) statement.push(line);
    const within = statement.join('\n').split('$$').length % 2 === 0;
    if (within || !line.endsWith(';') || /^\s*--/.test(line)) continue;
    steps.push({ sql: statement.join('\n') });
    statement = [];
  }
  if (statement.length) throw new Error(`A migration has a statement without an end: ${statement[0]}`);
  return steps;
};

/** The migrations that this version of the program brings, in order. @throws Unfit where a file has no statement */
export const readMigrations = async (folder = FOLDER): Promise<readonly Migration[]> => {
  const files = (await readdir(folder)).filter((file) => /^\d{4}_\w+\.sql$/.test(file)).sort();
  return Promise.all(
    files.map(async (name) => {
      // A checkout may have changed the ends of lines.
      const text = (await readFile(`${folder}/${name}`, 'utf8')).replaceAll('\r\n', '\n');
      const checksum = createHash('sha256').update(text).digest('hex');
      const steps = stepsOf(text);
      // What was to print it failed, and the shell had made the file: once applied, it could not be filled any more.
      if (!steps.length)
        throw new Unfit(`Migration ${name} says nothing: print or write its statements, or remove the file.`);
      return { number: Number(name.slice(0, 4)), name, steps, checksum };
    }),
  );
};

/** Before a first release there were 21 other files; the first nine of today make the same of an empty database. */
const BEFORE = {
  first: '0001_access.sql',
  last: '0023_audit_owner.sql',
  numbers: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 18, 19, 21, 22, 23],
  now: 9,
};

/** What is to be done to a database. */
export interface Plan {
  /** Its notes are those of before: these take their place, and nothing else happens. */
  readonly renote: readonly Migration[];
  readonly missing: readonly Migration[];
}

const UPGRADES = 'Upgrades in docs/operating.md';

/**
 * What a database lacks.
 * @throws Unfit where it was made by a newer version, is older than the files that were put together, or has a
 *   migration whose file is another one now
 */
export const planOf = (noted: readonly Noted[], migrations: readonly Migration[]): Plan => {
  if (noted.some(({ name }) => name === BEFORE.first)) {
    const numbers = noted.map(({ number }) => number);
    const last = noted.reduce((a, b) => (a.number > b.number ? a : b)).name;
    if (!BEFORE.numbers.every((number) => numbers.includes(number)))
      throw new Unfit(
        `The database has migrations up to ${last}; this version goes on from ${BEFORE.last}. Run "broker-crm migrate" of the last version with that file first (${UPGRADES}).`,
      );
    if (numbers.length === BEFORE.numbers.length)
      return {
        renote: migrations.filter(({ number }) => number <= BEFORE.now),
        missing: migrations.filter(({ number }) => number > BEFORE.now),
      };
  }
  for (const { name, number, checksum } of noted) {
    const file = migrations.find((migration) => migration.number === number && migration.name === name);
    if (!file)
      throw new Unfit(
        `The database has migration ${name}, which this version does not know; use the newer version of the program.`,
      );
    if (file.checksum !== checksum)
      throw new Unfit(
        `Migration ${name} is not what was applied to this database: the file was changed since. Install this version of the program anew, or write the change as a migration of its own (${UPGRADES}); while you write a migration, begin with an empty DATA_DIR.`,
      );
  }
  return { renote: [], missing: migrations.filter(({ number }) => !noted.some((note) => note.number === number)) };
};
