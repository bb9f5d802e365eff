/** Starts the service or a command; the only reader of the environment. */
import { runCommand } from './cli/program.ts';

const { env } = process;
process.exitCode = await runCommand(process.argv.slice(2), env, async (config) => {
  // What answers calls is loaded by the service alone: a command, and each refusal, is there sooner by a fifth.
  const [{ serve }, { createService }] = await Promise.all([import('./cli/serve.ts'), import('./http/service.ts')]);
  return serve(config, createService, env.npm_lifecycle_script);
});
