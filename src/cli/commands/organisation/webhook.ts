/** `broker-crm webhook ...` */
import type { Command } from 'commander';
import { checkOrganisation } from '../../../access/organisations/manage-organisations.ts';
import { COMMAND } from '../../../db/audit-entry.ts';
import { eventNames } from '../../../derive/events/event-names.ts';
import { registry } from '../../../model/registry.ts';
import { sentenceOf } from '../../../webhooks/disable-reasons.ts';
import {
  activateWebhook,
  changeWebhook,
  createWebhook,
  deactivateWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  type Reach,
  resendDelivery,
  resendFailed,
  rotateSecret,
  testWebhook,
  type WebhookSettings,
} from '../../../webhooks/manage/manage-webhooks.ts';
import { addressRule } from '../../../webhooks/public-address.ts';
import type { CommandContext } from '../../context/command-context.ts';
import { CliError } from '../../terminal/cli-error.ts';
import { assertAnyChange, commaList, entryNumber, instant, repeated, wholeNumber } from '../../terminal/options.ts';
import { formatColumns } from '../../terminal/terminal-escape.ts';

type Listed = Awaited<ReturnType<typeof listWebhooks>>[number];

interface Options {
  readonly org: number;
  readonly url?: string;
  readonly events?: string;
  readonly method?: string;
  readonly contentType?: string;
  readonly header?: string[];
}

const headersOf = (pairs: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      if (at < 1) throw new CliError('invalid_header', `"${pair}" is no header; write NAME=VALUE.`);
      return [pair.slice(0, at).trim(), pair.slice(at + 1)];
    }),
  );

/** A webhook as the command prints it. */
const shown = ({ headers: _, released: __, name: ___, description: ____, ...webhook }: Listed) => ({
  ...webhook,
  switched_off_because: webhook.switched_off_because && sentenceOf(webhook.switched_off_because),
});

const settingsOf = (options: Partial<Options>): WebhookSettings => ({
  url: options.url,
  method: options.method,
  contentType: options.contentType,
  headers: options.header && headersOf(options.header),
  events: options.events === undefined ? undefined : eventsOf(options.events),
});

const eventsOf = (text: string): readonly string[] => {
  if (text === 'all') return eventNames(registry);
  return text === 'none' ? [] : [...new Set(commaList(text))];
};

const withOptions = (command: Command): Command =>
  command
    .option('--method <method>', 'POST, PUT or PATCH')
    .option('--content-type <type>', 'json or form')
    .option('--header <NAME=VALUE>', 'header of each call; may be repeated', repeated);

const reachOf = (context: CommandContext): Reach => ({
  allows: addressRule(context.config.webhookAllowedNetworks),
  eventNames: eventNames(registry),
});

/** The dropped headers were those of the former receiver. */
const changedText = (id: number, dropped: readonly string[]): string =>
  dropped.length
    ? `webhook ${id} was changed; it calls another address, so these headers are gone: ${dropped.join(', ')}`
    : `webhook ${id} was changed`;

const registerWrites = (webhook: Command, context: CommandContext): void => {
  withOptions(
    webhook
      .command('create')
      .description('make a webhook; it stays inactive until it is tested and switched on')
      .requiredOption('--org <org-id>', 'organisation', wholeNumber)
      .requiredOption('--url <url>', 'where events are sent')
      .requiredOption('--events <names>', 'all, none, or names such as customers.insert separated by commas'),
  ).action((options: Options) =>
    context.withDatabase(async (db) => {
      const settings = { ...settingsOf(options), url: options.url ?? '' };
      const made = await createWebhook(db, { ...reachOf(context), by: COMMAND }, options.org, settings);
      context.print(made, (row) => `webhook ${row.webhook_id}\nsecret ${row.secret}`);
    }),
  );
  withOptions(
    webhook
      .command('set')
      .description('change a webhook')
      .argument('<webhook-id>', 'webhook', wholeNumber)
      .option('--url <url>', 'where events are sent')
      .option('--events <names>', 'all, none, or names separated by commas'),
  )
    .hook('preAction', assertAnyChange)
    .action((id: number, options: Partial<Options>) =>
      context.withDatabase(async (db) => {
        const { dropped } = await changeWebhook(db, { ...reachOf(context), by: COMMAND }, id, settingsOf(options));
        const shown = dropped.length ? { headers_dropped: dropped } : {};
        context.print({ webhook_id: id, changed: true, ...shown }, () => changedText(id, dropped));
      }),
    );
  const switches = { activate: activateWebhook, deactivate: deactivateWebhook, delete: deleteWebhook };
  for (const [name, work] of Object.entries(switches)) {
    webhook
      .command(name)
      .description(`${name} a webhook`)
      .argument('<webhook-id>', 'webhook', wholeNumber)
      .action((id: number) =>
        context.withDatabase(async (db) => {
          await work(db, id, COMMAND);
          const state = name === 'delete' ? { deleted: true } : { active: name === 'activate' };
          context.print({ webhook_id: id, ...state }, () => `webhook ${id}: ${name}d`);
        }),
      );
  }
  webhook
    .command('rotate-secret')
    .description('make a new secret; the old one signs too for a day')
    .argument('<webhook-id>', 'webhook', wholeNumber)
    .action((id: number) =>
      context.withDatabase(async (db) =>
        context.print({ secret: await rotateSecret(db, id, COMMAND) }, ({ secret }) => secret),
      ),
    );
};

interface ResendOptions {
  readonly webhook?: number;
  readonly failed?: boolean;
  readonly since?: Date;
  readonly until?: Date;
}

const registerDeliveries = (webhook: Command, context: CommandContext): void => {
  webhook
    .command('test')
    .description('send one test now; a success releases the switch')
    .argument('<webhook-id>', 'webhook', wholeNumber)
    .option('--event <name>', 'one of its events')
    .action((id: number, { event }: { event?: string }) =>
      context.withDatabase(async (db) => {
        // Its HTTP client is large, and no other command sends.
        const { createSender } = await import('../../../webhooks/send.ts');
        const sender = createSender(addressRule(context.config.webhookAllowedNetworks));
        try {
          context.print(await testWebhook(db, sender, id, { event }), (result) => JSON.stringify(result, null, 2));
        } finally {
          await sender.close();
        }
      }),
    );
  webhook
    .command('list')
    .description('list the webhooks of an organisation')
    .requiredOption('--org <org-id>', 'organisation', wholeNumber)
    .action(({ org }: { org: number }) =>
      context.withDatabase(async (db) => {
        await checkOrganisation(db, org);
        context.print((await listWebhooks(db, org)).map(shown), (rows) =>
          rows.map((row) => formatColumns(row.webhook_id, row.colour, row.url)).join('\n'),
        );
      }),
    );
  webhook
    .command('deliveries')
    .description('the delivery log of a webhook, newest first')
    .argument('<webhook-id>', 'webhook', wholeNumber)
    .action((id: number) =>
      context.withDatabase(async (db) =>
        context.print(await listDeliveries(db, id), (rows) =>
          rows.map((row) => formatColumns(row.delivery_id, row.state, row.event_name)).join('\n'),
        ),
      ),
    );
  webhook
    .command('resend')
    .description('send a delivery again, or all failed ones of a time range')
    .argument('[delivery-id]', 'delivery', entryNumber)
    .option('--webhook <webhook-id>', 'webhook', wholeNumber)
    .option('--failed', 'all failed deliveries of that webhook')
    .option('--since <time>', 'the first moment of the range, such as 2027-01-31T12:00:00Z', instant)
    .option('--until <time>', 'the last moment of the range', instant)
    .action(async (id: number | undefined, options: ResendOptions, command: Command) => {
      const { webhook: webhookId, failed, since, until } = options;
      if (id === undefined && !(webhookId && failed && since && until))
        command.error('error: name a delivery, or --webhook ID --failed --since TIME --until TIME', { exitCode: 2 });
      await context.withDatabase(async (db) => {
        const resent =
          id !== undefined
            ? await resendDelivery(db, id, COMMAND)
            : await resendFailed(
                db,
                { webhookId: webhookId ?? 0, since: since ?? new Date(0), until: until ?? new Date() },
                COMMAND,
              );
        context.print({ resent }, () => `${resent} to be sent again`);
      });
    });
};

export const register = (program: Command, context: CommandContext): void => {
  const webhook = program.command('webhook').description('webhooks');
  registerWrites(webhook, context);
  registerDeliveries(webhook, context);
};
