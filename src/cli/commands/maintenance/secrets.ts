/** `broker-crm secrets ...`: the keys that encrypt secrets in the database. */
import type { Command } from 'commander';
import { COMMAND } from '../../../db/audit-entry.ts';
import type { Database } from '../../../db/database.ts';
import { NOTICED_MS, readKeyFile, writeKeyFile } from '../../../db/encryption/key-file.ts';
import { newKey } from '../../../db/encryption/key-ring.ts';
import { registry } from '../../../model/registry.ts';
import { encryptSecrets, secretsByKey } from '../../../operations/secrets/encrypt-secrets.ts';
import { registeredKeys, registerKey, unregisterKeys } from '../../../operations/secrets/key-registry.ts';
import {
  findUndecryptable,
  purgeUndecryptable,
  type Undecryptable,
} from '../../../operations/secrets/purge-undecryptable.ts';
import { secretColumns } from '../../../operations/secrets/secret-columns.ts';
import { newSecret } from '../../../webhooks/manage/manage-webhooks.ts';
import type { CommandContext } from '../../context/command-context.ts';
import { createKeyIfMissing, keysFor, requireSetting, unopened } from '../../context/secret-keys.ts';
import { CliError } from '../../terminal/cli-error.ts';
import { every } from '../../terminal/progress.ts';

const columns = secretColumns(registry);
/** After this time every process uses a new key, and has written values encrypted with the earlier one. */
const SETTLED_MS = 4 * NOTICED_MS;

const pause = (): Promise<void> => new Promise((done) => setTimeout(done, SETTLED_MS));

/** Secrets that the first key has not encrypted. */
const outdated = async (db: Database): Promise<number> => {
  const { [db.keyRing.ids[0] ?? '']: current, ...others } = await secretsByKey(db, columns);
  return Object.values(others).reduce((sum, n) => sum + n, 0);
};

const status = async ({ config, withDatabase, print }: CommandContext): Promise<void> =>
  withDatabase(
    async (db) => {
      const { source, keyRing } = keysFor(config);
      const { clear = 0, ...counts } = await secretsByKey(db, columns);
      const known = await registeredKeys(db);
      const ids = [...new Set([...keyRing.ids, ...known, ...Object.keys(counts)])];
      const keys = ids.map((id) => ({
        id,
        encrypts: id === keyRing.ids[0],
        present: keyRing.ids.includes(id),
        secrets: counts[id] ?? 0,
      }));
      const line = ({ id, encrypts, present, secrets }: (typeof keys)[number]): string =>
        `${id}  ${secrets} secrets${encrypts ? ', encrypts' : ''}${present ? '' : '  MISSING'}`;
      print({ source, keys, clear }, () => [`keys of ${source}`, ...keys.map(line), `${clear} in clear`].join('\n'));
    },
    { keyless: true },
  );

/**
 * Adds a new active key where all secrets use the present one; else an earlier rotation continues, even if only
 * unused keys have to be removed.
 */
const begin = async (db: Database, context: CommandContext): Promise<void> => {
  const { file } = keysFor(context.config);
  if ((await outdated(db)) || (await registeredKeys(db)).length > 1) return;
  if (!file) {
    throw new CliError(
      'nothing_to_rotate',
      'All secrets are encrypted with the first key of SECRETS_KEY. Make a new one (broker-crm secrets key), put it behind that one for every process, then before it, and say this again.',
    );
  }
  const [current = ''] = readKeyFile(file);
  await writeKeyFile(file, [newKey(), current]);
  await pause();
};

/** The next round finds values that processes encrypted during the first. */
const untilNone = async (db: Database): Promise<number> => {
  let all = 0;
  const tell = every(process.stderr);
  for (;;) {
    const left = await outdated(db);
    if (!left) return all;
    const total = all + left;
    const written = await encryptSecrets(db, columns, false, (n) => tell(`${all + n} of ${total} secrets`));
    all += written;
    if (!written) return all;
    tell(`${all} of ${total} secrets`, true);
    await pause();
  }
};

const rotate = async (context: CommandContext): Promise<void> =>
  context.withDatabase(async (db) => {
    await begin(db, context);
    await registerKey(db);
    const secrets = await untilNone(db).catch((error: unknown) => {
      throw unopened(error, keysFor(context.config).source);
    });
    const [key = '', ...older] = db.keyRing.ids;
    await unregisterKeys(db, older);
    context.print(
      { key, secrets, older },
      () =>
        `${secrets} secrets are encrypted with key ${key} now. ${older.length ? `Key ${older.join(', ')} is not needed any more.` : ''}`,
    );
  });

const places = (lost: readonly Undecryptable[]): string => {
  const columns = [...new Set(lost.map(({ column }) => column))].sort();
  const sumOf = (name: string) => lost.reduce((sum, { column, n }) => sum + (column === name ? n : 0), 0);
  return columns.map((name) => `${name} ${sumOf(name)}`).join(', ');
};

/** Keys that secrets are encrypted with and that are not there. */
const lostKeys = async (db: Database): Promise<readonly string[]> => {
  const { clear: _clear, ...counts } = await secretsByKey(db, columns);
  return [...new Set([...(await registeredKeys(db)), ...Object.keys(counts)])].filter(
    (id) => !db.keyRing.ids.includes(id),
  );
};

const discard = async (context: CommandContext, { yes = false }: { yes?: boolean }): Promise<void> =>
  context.withDatabase(
    async (db) => {
      requireSetting(context.config);
      const keys = await lostKeys(db);
      if (!keys.length) throw new CliError('nothing_to_discard', 'No key is missing: all secrets can be read.');
      const lost = await findUndecryptable(db, columns);
      const organisations = new Set(lost.map(({ org_id }) => org_id).filter((id) => id > 0)).size;
      const what = `${places(lost) || 'no secrets'}; of ${organisations} organisations`;
      if (!yes) {
        throw new CliError(
          'confirmation_required',
          `This empties for good what key ${keys.join(', ')} has encrypted (${what}): tokens become void, webhooks are switched off with a new secret, second factors end, credentials of portals are gone. Stop the service, then say it with --yes.`,
        );
      }
      await createKeyIfMissing(keysFor(context.config));
      await purgeUndecryptable(db, columns, lost, newSecret, COMMAND);
      await unregisterKeys(db, keys);
      const [key = ''] = db.keyRing.ids;
      context.print({ key, lost_keys: keys, discarded: lost }, () => `Emptied: ${what}. Key ${key} encrypts now.`);
    },
    { keyless: true },
  );

export const register = (program: Command, context: CommandContext): void => {
  const secrets = program.command('secrets').description('the keys that encrypt secrets in the database');
  secrets
    .command('key')
    .description('print a new key for SECRETS_KEY')
    .action(() => context.print({ key: newKey() }, ({ key }) => key));
  secrets
    .command('status')
    .description('which keys there are, and how many secrets each has encrypted')
    .action(() => status(context));
  secrets
    .command('rotate')
    .description('encrypt all secrets with a new key, while the service runs; can be interrupted and repeated')
    .action(() => rotate(context));
  secrets
    .command('discard')
    .description('empty the secrets whose key is lost, so that the service starts again under another key')
    .option('--yes', 'what is emptied is gone for good')
    .action((options: { yes?: boolean }) => discard(context, options));
};
