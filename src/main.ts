/** Starts the service or a command; the only reader of the environment. */
import { runCommand } from './cli/program.ts';
import { serve } from './cli/serve.ts';
import { createService } from './http/service.ts';

const { env } = process;
process.exitCode = await runCommand(process.argv.slice(2), env, (config) =>
  serve(config, createService, env.npm_lifecycle_script),
);
