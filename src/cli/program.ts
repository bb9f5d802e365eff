/** The operator's command (rules 18.8). */
import { readFileSync } from 'node:fs';
import { Command, CommanderError, Help, type Option } from 'commander';
import type { Config } from '../config/config.ts';
import { isSignalled } from '../db/embedded/signal-handlers.ts';
import { closestMatch } from '../shared/suggest.ts';
import { commandLoaders, commandLoadersFor } from './command-loaders.ts';
import type { CommandContext } from './context/command-context.ts';
import { EVERYWHERE } from './terminal/options.ts';
import { escapeForTerminal } from './terminal/terminal-escape.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const configHelp = async (): Promise<string> => {
  const { settingsTable } = await import('../config/config.ts');
  return settingsTable
    .map(({ name, fallback, about }) => `${name.padEnd(28)} ${about}${fallback ? ` Default: ${fallback}` : ''}`)
    .join('\n');
};

const ownVersion = (): string =>
  (JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }).version;

/**
 * The context reads the settings only when a command needs them, so that help works with wrong settings. Its files are
 * loaded before an action: help and the version need none.
 */
const lazyContext = (env: Environment, program: Command): CommandContext => {
  let make: (() => CommandContext) | undefined;
  let made: CommandContext | undefined;
  program.hook('preAction', async () => {
    const [{ readConfig }, { createContext }] = await Promise.all([
      import('../config/config.ts'),
      import('./context/command-context.ts'),
    ]);
    make = () => createContext(readConfig(env, program.opts().config), () => Boolean(program.opts().json));
  });
  const get = (): CommandContext => {
    if (!make) throw new Error('The context is for actions only.');
    return (made ??= make());
  };
  return {
    get config(): Config {
      return get().config;
    },
    withDatabase: (work, options) => get().withDatabase(work, options),
    print: (result, human) => get().print(result, human),
  };
};

/** Says which options a command cannot do without; commander's own help does not. */
const optionDescription = (option: Option): string =>
  `${new Help().optionDescription(option)}${option.mandatory ? ' (required)' : ''}`;

/** Words that print the list of commands, which needs none of their files. */
const HELP: ReadonlySet<string> = new Set(['-h', '--help', 'help']);

const loadAll = (word: string | undefined) => Promise.all(commandLoadersFor(word).map(({ load }) => load()));

/**
 * The command line.
 * @param env where the settings are read
 * @param word the first of the line: where it names a command, the others are left out; all are there without it
 */
export const buildProgram = async (
  env: Environment,
  serve: (config: Config) => Promise<void>,
  word?: string,
): Promise<Command> => {
  const program = new Command('broker-crm')
    .description('Multi-tenant CRM service for insurance and finance intermediaries')
    .version(ownVersion(), '-V, --version', 'print the version of the program')
    .exitOverride()
    .configureHelp({ optionDescription });
  program.addHelpText(
    'after',
    '\nSettings come from the environment and from a file: broker-crm help config\nExit codes: 0 done, 1 refused, 2 wrong usage; 129, 130, 143 ended by SIGHUP, SIGINT, SIGTERM',
  );
  const context = lazyContext(env, program);
  program
    .command('serve')
    .description('start the service')
    .action(() => serve(context.config));
  if (word !== undefined && HELP.has(word))
    for (const [usage, about] of commandLoaders.flatMap(({ commands }) => Object.entries(commands)))
      program.command(usage).description(about);
  else for (const { register } of await loadAll(word)) register(program, context);
  acceptEverywhere(program);
  return program;
};

const acceptEverywhere = (program: Command, command: Command = program): void => {
  for (const [flags, about] of EVERYWHERE) {
    const option = command.createOption(flags, about);
    if (command.options.some(({ long }) => long === option.long)) continue;
    command.addOption(option);
    if (command !== program)
      command.on(`option:${option.name()}`, (value?: string) => program.setOptionValue(option.name(), value ?? true));
  }
  for (const child of command.commands) {
    child.exitOverride();
    acceptEverywhere(program, child);
  }
};

/** Wrong usage for help on an unknown command; commander alone would show the general help without a reason. */
const requireTopic = (program: Command, topic: string): void => {
  const topics = [...program.commands.map((command) => command.name()), 'help', 'config'];
  if (topic.startsWith('-') || topics.includes(topic)) return;
  program.error(`error: unknown command '${topic}'\n(Did you mean ${closestMatch(topic, topics)}?)`, { exitCode: 2 });
};

/**
 * Runs one command line.
 * @param serve starts the service and resolves when it has stopped
 * @returns the exit code: 0 done, 1 refused, 2 wrong usage, 129, 130 or 143 where a signal ended it
 */
export const runCommand = async (
  argv: readonly string[],
  env: Environment,
  serve: (config: Config) => Promise<void>,
): Promise<number> => {
  if (argv[0] === 'help' && argv[1] === 'config') {
    process.stdout.write(`${await configHelp()}\n`);
    return 0;
  }
  const [word = '', ...others] = argv;
  const program = await buildProgram(env, serve, others.length && HELP.has(word) ? undefined : word);
  try {
    if (argv[0] === 'help' && argv[1] !== undefined) requireTopic(program, argv[1]);
    await program.parseAsync([...argv], { from: 'user' });
    return isSignalled() ?? Number(process.exitCode ?? 0);
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    const ended = isSignalled();
    if (ended !== null) return ended;
    const { cliErrorOf } = await import('./terminal/cli-error.ts');
    const refusal = cliErrorOf(error);
    if (argv.includes('--json')) process.stdout.write(`${JSON.stringify({ error: refusal })}\n`);
    else process.stderr.write(`broker-crm: ${escapeForTerminal(refusal.message)}\n`);
    return 1;
  }
};
