/** `broker-crm sso ...`: the OpenID Connect issuer at which the users of an organisation sign in (rules 8.15). */
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { type Command, Option } from 'commander';
import { checkOrganisation } from '../../../access/organisations/manage-organisations.ts';
import { COMMAND } from '../../../db/audit-entry.ts';
import { prepareSso, readSso, removeSso, type SsoSettings } from '../../../operations/sso/sso-settings.ts';
import { addressRule } from '../../../webhooks/public-address.ts';
import type { CommandContext } from '../../context/command-context.ts';
import { settingsUrl } from '../../context/settings-url.ts';
import { CliError } from '../../terminal/cli-error.ts';
import { commaList, nonEmpty, wholeNumber } from '../../terminal/options.ts';
import { escapeLine } from '../../terminal/terminal-escape.ts';

interface Organisation {
  readonly org: number;
}

interface SetOptions extends Organisation {
  readonly issuer?: string;
  readonly clientId?: string;
  readonly secretFile?: string;
  readonly active?: boolean;
  readonly localPasswords?: boolean;
  readonly trustEmails?: boolean;
  readonly trustFactor?: boolean;
  readonly createRole?: string;
  readonly createDomains?: string[];
}

/** The secret from a file (`-`: the standard input), never from the command line, which others see. */
const readSecret = async (file: string | undefined): Promise<string | undefined> => {
  if (file === undefined) return undefined;
  return (file === '-' ? await text(process.stdin) : await readFile(file, 'utf8')).trim() || undefined;
};

const NEW: Omit<SsoSettings, 'issuer' | 'client_id'> = {
  active: true,
  local_passwords: true,
  trust_emails: false,
  trust_factor: false,
  create_role: null,
  create_domains: [],
};

const changed = (before: SsoSettings | null, asked: SetOptions): SsoSettings => {
  const { issuer = before?.issuer, clientId = before?.client_id, createRole: role } = asked;
  if (!issuer || !clientId)
    throw new CliError('missing_option', 'Name the issuer and the client: --issuer, --client-id.');
  const of = before ?? NEW;
  return {
    issuer,
    client_id: clientId,
    active: asked.active ?? of.active,
    local_passwords: asked.localPasswords ?? of.local_passwords,
    trust_emails: asked.trustEmails ?? of.trust_emails,
    trust_factor: asked.trustFactor ?? of.trust_factor,
    create_role: role === undefined ? of.create_role : role === 'none' ? null : role,
    create_domains: asked.createDomains?.map((domain) => domain.toLowerCase()) ?? of.create_domains,
  };
};

const onOff = (flags: string, about: string): Option =>
  new Option(`${flags} <on|off>`, about).choices(['on', 'off']).argParser((given) => given === 'on');

/** Adds the commands to the program. */
export const register = (program: Command, context: CommandContext): void => {
  const sso = program.command('sso').description('sign-in of an organisation at its OpenID Connect issuer');
  const ORG = ['--org <org-id>', 'organisation'] as const;
  sso
    .command('set')
    .description('name the issuer, or change its settings')
    .requiredOption(...ORG, wholeNumber)
    .option('--issuer <url>', 'https://login.microsoftonline.com/<tenant id>/v2.0, ...', nonEmpty)
    .option('--client-id <id>', 'of the registration at the issuer', nonEmpty)
    .option('--secret-file <file>', 'file with the client secret; - for the standard input')
    .addOption(onOff('--active', 'whether users may sign in there'))
    .addOption(onOff('--local-passwords', 'whether users who are no administrators may use passwords as well'))
    .addOption(onOff('--trust-emails', 'count e-mail addresses as verified that the issuer does not call so'))
    .addOption(onOff('--trust-factor', 'count a second factor at the issuer'))
    .option('--create-role <role-id>', 'role of users that the first sign-in creates, or none')
    .option('--create-domains <list>', 'domains of their e-mail addresses, separated by commas', commaList)
    .action(({ org, ...asked }: SetOptions) =>
      context.withDatabase(async (db) => {
        await checkOrganisation(db, org);
        const settings = changed(await readSso(db, org), { org, ...asked });
        const secret = await readSecret(asked.secretFile);
        const allows = addressRule(context.config.webhookAllowedNetworks);
        const write = await prepareSso({ orgId: org, author: COMMAND }, { ...settings, client_secret: secret }, allows);
        await db.transaction(write);
        context.print(
          { org_id: org, changed: true },
          () => `users of organisation ${org} sign in at ${settings.issuer}`,
        );
      }),
    );
  sso
    .command('show')
    .description('show the settings, and the addresses to register at the issuer')
    .requiredOption(...ORG, wholeNumber)
    .action(({ org }: Organisation) =>
      context.withDatabase(async (db) => {
        await checkOrganisation(db, org);
        const { origin } = new URL(settingsUrl(context.config));
        const shown = {
          settings: await readSso(db, org),
          redirect_uri: `${origin}/sso/callback`,
          link: `${origin}/sso/${org}`,
        };
        context.print(shown, ({ settings, redirect_uri, link }) =>
          [...Object.entries({ ...settings, redirect_uri, link })]
            .map(([name, value]) => `${name}  ${escapeLine(String(value ?? '-'))}`)
            .join('\n'),
        );
      }),
    );
  sso
    .command('remove')
    .description('users sign in with passwords again; they are released from their accounts at the issuer')
    .requiredOption(...ORG, wholeNumber)
    .action(({ org }: Organisation) =>
      context.withDatabase(async (db) => {
        await checkOrganisation(db, org);
        if (!(await readSso(db, org))) throw new CliError('no_issuer', `Organisation ${org} has no issuer.`);
        await db.transaction((tx) => removeSso(tx, { orgId: org, author: COMMAND }));
        context.print({ org_id: org, removed: true }, () => `organisation ${org} has no issuer any more`);
      }),
    );
};
