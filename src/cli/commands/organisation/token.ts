/** `broker-crm token ...` and `broker-crm key rotate` */
import type { Command } from 'commander';
import { checkOrganisation } from '../../../access/organisations/manage-organisations.ts';
import {
  assertEndAhead,
  changeToken,
  createToken,
  deleteToken,
  listTokens,
  reissueToken,
  revokeToken,
} from '../../../access/tokens/manage-tokens.ts';
import { parseScopes } from '../../../access/tokens/scopes.ts';
import { rotateSigningKey } from '../../../access/tokens/signing-keys.ts';
import { COMMAND } from '../../../db/audit-entry.ts';
import type { CommandContext } from '../../context/command-context.ts';
import {
  assertAnyChange,
  instantOf,
  instantOrNone,
  networkList,
  nonEmpty,
  wholeNumber,
} from '../../terminal/options.ts';
import { formatColumns } from '../../terminal/terminal-escape.ts';

interface CreateOptions {
  readonly org: number;
  readonly user?: number;
  readonly name: string;
  readonly scopes: string;
  readonly expires?: Date | 'none';
  readonly ip?: string[];
}

interface SetOptions {
  readonly scopes?: string;
  readonly expires?: Date | 'none';
  readonly ip?: string[];
}

const SCOPES = 'all, none, or names such as v3:customers:read separated by commas';
const ADDRESSES = 'addresses it may be used from, such as 192.0.2.7,10.0.0.0/8, or none for everywhere';

const registerCreate = (token: Command, context: CommandContext): void => {
  token
    .command('create')
    .description('make a token; its string is shown this once')
    .requiredOption('--org <org-id>', 'organisation', wholeNumber)
    .option('--user <kid>', 'user it acts for; the oldest active administrator by default', wholeNumber)
    .requiredOption('--name <name>', 'what it is for', nonEmpty)
    .requiredOption('--scopes <scopes>', SCOPES)
    .option('--expires <time>', 'when it ends, such as 2027-01-31T12:00:00Z; never by default', instantOrNone)
    .option('--ip <networks>', ADDRESSES, networkList)
    .action((options: CreateOptions) =>
      context.withDatabase(async (db) => {
        const newToken = {
          orgId: options.org,
          userKid: options.user ?? null,
          name: options.name,
          scopes: parseScopes(options.scopes),
          expires: instantOf(options.expires) ?? null,
          addresses: options.ip ?? [],
        };
        assertEndAhead(newToken.expires);
        const made = await db.transaction((tx) => createToken(tx, newToken, COMMAND));
        context.print({ token_id: made.tokenId, token: made.token }, (row) => `token ${row.token_id}\n${row.token}`);
      }),
    );
};

const registerOne = (token: Command, context: CommandContext): void => {
  token
    .command('set')
    .description('change scopes, expiry or addresses; takes effect with the next call')
    .argument('<token-id>', 'token', wholeNumber)
    .option('--scopes <scopes>', SCOPES)
    .option('--expires <time>', 'when it ends, or none; later than it was issued for: see reissue', instantOrNone)
    .option('--ip <networks>', ADDRESSES, networkList)
    .hook('preAction', assertAnyChange)
    .action((tokenId: number, options: SetOptions) =>
      context.withDatabase(async (db) => {
        const scopes = options.scopes === undefined ? undefined : parseScopes(options.scopes);
        const change = { scopes, expires: instantOf(options.expires), addresses: options.ip };
        await changeToken(db, { tokenId }, change, COMMAND);
        context.print({ token_id: tokenId, changed: true }, () => `token ${tokenId} was changed`);
      }),
    );
  const actions = { revoke: revokeToken, delete: deleteToken };
  for (const [name, work] of Object.entries(actions)) {
    token
      .command(name)
      .description(name === 'revoke' ? 'end a token' : 'remove a token')
      .argument('<token-id>', 'token', wholeNumber)
      .action((tokenId: number) =>
        context.withDatabase(async (db) => {
          await work(db, { tokenId }, COMMAND);
          context.print({ token_id: tokenId, [`${name}d`]: true }, () => `token ${tokenId}: ${name}d`);
        }),
      );
  }
  token
    .command('reissue')
    .description('issue a token anew; the old string is refused from then on')
    .argument('<token-id>', 'token', wholeNumber)
    .option('--expires <time>', 'when the new string ends, or none; as before by default', instantOrNone)
    .action((tokenId: number, options: Pick<SetOptions, 'expires'>) =>
      context.withDatabase(async (db) => {
        const end = { expires: instantOf(options.expires) };
        assertEndAhead(end.expires);
        const token = await reissueToken(db, { tokenId }, end, COMMAND);
        context.print({ token_id: tokenId, token }, (row) => row.token);
      }),
    );
};

export const register = (program: Command, context: CommandContext): void => {
  const token = program.command('token').description('API tokens');
  registerCreate(token, context);
  registerOne(token, context);
  token
    .command('list')
    .description('list the tokens of an organisation')
    .requiredOption('--org <org-id>', 'organisation', wholeNumber)
    .action(({ org }: { org: number }) =>
      context.withDatabase(async (db) => {
        await checkOrganisation(db, org);
        context.print(await listTokens(db, org), (rows) =>
          rows.map((row) => formatColumns(row.token_id, row.revoked_at ? 'revoked' : 'valid', row.name)).join('\n'),
        );
      }),
    );
  program
    .command('key')
    .description('keys that sign tokens')
    .command('rotate')
    .description('sign with a new key from now on')
    .option('--retire-older', 'refuse all tokens that older keys signed')
    .action(({ retireOlder }: { retireOlder?: boolean }) =>
      context.withDatabase(async (db) => {
        context.print(
          await db.transaction((tx) => rotateSigningKey(tx, { retireOlder }, COMMAND)),
          ({ kid }) => `key ${kid} signs from now on`,
        );
      }),
    );
};
