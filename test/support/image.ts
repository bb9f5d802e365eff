/**
 * Runs the steps of a Containerfile in folders instead of an image: FROM, WORKDIR, COPY, RUN and ENV, with the
 * options that our file uses. Every stage is a folder that represents its root.
 */
import { execFile } from 'node:child_process';
import { mkdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { Copy, DockerfileParser, type Instruction } from 'dockerfile-ast';

/** A built image. */
export interface Image {
  readonly root: string;
  /** The working folder, within `root`. */
  readonly workdir: string;
  readonly env: Readonly<Record<string, string>>;
  readonly command: readonly string[];
  readonly healthcheck: readonly string[];
  /** Keywords and arguments of the last stage that are only declared. */
  readonly declared: Readonly<Record<string, string>>;
}

const run = promisify(execFile);
/** npm uses the packages cached by the installation of this checkout: a third of its time. */
const OUTSIDE = { ...process.env, npm_config_prefer_offline: 'true' };
const wordsOf = (instruction: Instruction): string[] => instruction.getArguments().map((word) => word.getValue());
const listOf = (text: string): string[] => JSON.parse(text.slice(text.indexOf('['))) as string[];

/** @param context the folder that is copied from; @param place an empty folder for the stages */
export const buildInFolders = async (file: string, context: string, place: string): Promise<Image> => {
  const stages = new Map<string, string>();
  let root = '';
  let workdir = '/';
  let env: Record<string, string> = {};
  let declared: Record<string, string> = {};
  const within = (path: string): string => join(root, path.startsWith('/') ? path : join(workdir, path));
  const copy = async (instruction: Copy): Promise<void> => {
    const stage = instruction
      .getFlags()
      .find((flag) => flag.getName() === 'from')
      ?.getValue();
    const from = stage ? stages.get(stage) : context;
    if (!from) throw new Error(`There is no stage ${stage}`);
    const [target = '', ...sources] = wordsOf(instruction).reverse();
    for (const source of sources) {
      const path = join(from, source);
      const isFolder = (await stat(path)).isDirectory();
      const to = within(!isFolder && target.endsWith('/') ? join(target, basename(source)) : target);
      await mkdir(isFolder ? to : dirname(to), { recursive: true });
      // Of a stage nothing is needed afterwards: links take a moment, where Node.js copies libraries for half a minute.
      await run('cp', [stage ? '-al' : '-a', isFolder ? `${path}/.` : path, to]);
    }
  };
  for (const instruction of DockerfileParser.parse(await readFile(file, 'utf8')).getInstructions()) {
    const keyword = instruction.getKeyword();
    const text = instruction.getArgumentsContent() ?? '';
    const words = wordsOf(instruction);
    declared[keyword] = text;
    if (keyword === 'FROM') {
      root = join(place, String(stages.size));
      stages.set(words[2] ?? 'last', root);
      [workdir, env, declared] = ['/', {}, {}];
      await mkdir(root, { recursive: true });
    } else if (keyword === 'WORKDIR') {
      workdir = text;
      await mkdir(within('.'), { recursive: true });
    } else if (instruction instanceof Copy) await copy(instruction);
    else if (keyword === 'ENV') for (const pair of words) env[pair.split('=')[0] ?? ''] = pair.split('=')[1] ?? '';
    else if (keyword === 'RUN')
      await run('sh', ['-c', text], { cwd: within('.'), env: { ...OUTSIDE, ...env }, maxBuffer: 2 ** 24 });
  }
  const { ENTRYPOINT = '[]', CMD = '[]', HEALTHCHECK = '[]' } = declared;
  return {
    root,
    workdir,
    env,
    declared,
    command: [...listOf(ENTRYPOINT), ...listOf(CMD)],
    healthcheck: listOf(HEALTHCHECK),
  };
};
