/** A run with a service that is broken on purpose. */
import { chmod } from 'node:fs/promises';
import { type Planted, plant } from './planted.ts';
import { compile } from './power.ts';
import { type Report, type RunOptions, run } from './run.ts';

/** @throws where the breakage no longer fits the program */
export const runPlanted = async (planted: Planted, options: RunOptions): Promise<Report> => {
  const program = await plant(planted, options.folder);
  const only = planted.only;
  if (!only.includes('power')) return run({ ...options, program, only });
  const library = compile('forget.c', options.folder, '-shared', '-fPIC');
  await chmod(library, 0o755);
  return run({ ...options, program, only, env: { LD_PRELOAD: library } });
};
