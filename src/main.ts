/** Starts the service or a command; the only reader of the environment. */
import { runCommand } from './cli/program.ts';

const { env } = process;
process.exitCode = await runCommand(process.argv.slice(2), env, async (config) => {
  // Only `serve` loads the HTTP service: commands and refusals start a fifth faster without it.
  const [{ serve }, { createService }] = await Promise.all([
    import('./cli/serve/serve.ts'),
    import('./http/service.ts'),
  ]);
  return serve(config, createService, env.npm_lifecycle_script);
});
