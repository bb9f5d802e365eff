/** The files in migrations/, and their state in a database. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** Where the migrations lie, seen from `src/db` and from `dist/db`. */
const FOLDER = fileURLToPath(new URL('../../../migrations/', import.meta.url));

/** Where Citus keeps a table: its rows by organisation, a copy on every node, or on the coordinator alone. */
export type SqlSection = 'distribute' | 'reference' | 'local';

/** One statement, or the place of a table. */
export type Step = { readonly sql: string } | TablePlacement;

/** One migration file. */
export interface Migration {
  readonly number: number;
  readonly name: string;
  readonly steps: readonly Step[];
  readonly checksum: string;
}

/** A migration recorded in a database. */
export interface Noted {
  readonly number: number;
  readonly name: string;
  readonly checksum: string;
}

/** The database and this version of the program do not fit; the message says what to do. */
export class MigrationError extends Error {}

/** `-- distribute: table` and similar lines follow each table. */
const PLACE = /^-- (distribute|reference|local): (\w+)$/;

/** A file's statements: each ends with a line that ends with a semicolon, outside the body of a function. */
export const stepsOf = (text: string): readonly Step[] => {
  const steps: Step[] = [];
  let statement: string[] = [];
  for (const line of text.split('\n')) {
    const [, place, table] = PLACE.exec(line) ?? [];
    if (place && table) steps.push({ place: place as SqlSection, table });
    else if (statement.length || !/^(--|$)/.test(line)) statement.push(line);
    const within = statement.join('\n').split('$$').length % 2 === 0;
    if (within || !line.endsWith(';') || /^\s*--/.test(line)) continue;
    steps.push({ sql: statement.join('\n') });
    statement = [];
  }
  if (statement.length) throw new Error(`A migration has a statement without an end: ${statement[0]}`);
  return steps;
};

/** The migrations that this version of the program brings, in order. @throws MigrationError where a file has no statement */
export const readMigrations = async (folder = FOLDER): Promise<readonly Migration[]> => {
  const files = (await readdir(folder)).filter((file) => /^\d{4}_\w+\.sql$/.test(file)).sort();
  return Promise.all(
    files.map(async (name) => {
      // A checkout may have changed the ends of lines.
      const text = (await readFile(`${folder}/${name}`, 'utf8')).replaceAll('\r\n', '\n');
      const checksum = createHash('sha256').update(text).digest('hex');
      const steps = stepsOf(text);
      // The command that prints it failed after the shell had created the file: once applied, it could not be changed
      // any more.
      if (!steps.length)
        throw new MigrationError(`Migration ${name} says nothing: print or write its statements, or remove the file.`);
      return { number: Number(name.slice(0, 4)), name, steps, checksum };
    }),
  );
};

/** Placement of one table on a cluster. */
export interface TablePlacement {
  readonly place: SqlSection;
  readonly table: string;
}

/** Placements of the tables that exist after all migrations, in the order in which they were created. */
export const placementsOf = (migrations: readonly Migration[]): readonly TablePlacement[] => {
  const placements = new Map<string, TablePlacement>();
  for (const step of migrations.flatMap(({ steps }) => steps)) {
    if ('place' in step) placements.set(step.table, step);
    else placements.delete(/^drop table (\w+);/.exec(step.sql)?.[1] ?? '');
  }
  return [...placements.values()];
};

/** Files that only development versions before 0.1.0 had, with the last commit that opens a database that has them. */
const DEVELOPMENT: readonly (readonly [file: string, commit: string])[] = [
  ['0002_records.sql', '1a730cd2'],
  ['0002_people.sql', 'd316c3cd'],
  ['0001_access.sql', 'd316c3cd'],
];

const UPGRADES = 'Upgrades in docs/operating.md';

/**
 * Migrations that a database lacks.
 * @throws MigrationError where a development version or a newer version made it, or the file of an applied migration has changed
 */
export const pendingOf = (noted: readonly Noted[], migrations: readonly Migration[]): readonly Migration[] => {
  const [, commit] = DEVELOPMENT.find(([file]) => noted.some(({ name }) => name === file)) ?? [];
  if (commit !== undefined)
    throw new MigrationError(
      `A development version before 0.1.0 made this database; no migration leads from there. Commit ${commit} opens it (git worktree add ../crm-old ${commit}): read its records there over the API, start this version with a new database, and create them here over the API or by import (${UPGRADES}).`,
    );
  for (const { name, number, checksum } of noted) {
    const file = migrations.find((migration) => migration.number === number && migration.name === name);
    if (!file)
      throw new MigrationError(
        `The database has migration ${name}, which this version does not know; use the newer version of the program.`,
      );
    if (file.checksum !== checksum)
      throw new MigrationError(
        `Migration ${name} is not what was applied to this database: the file was changed since. Install this version of the program anew, or write the change as a migration of its own (${UPGRADES}); while you write a migration, begin with an empty DATA_DIR.`,
      );
  }
  return migrations.filter(({ number }) => !noted.some((note) => note.number === number));
};
