/** Starts the command; the only reader of the environment. */
import { runCommand } from './cli/program.ts';

process.exitCode = await runCommand(process.argv.slice(2), process.env);
