/** The form of an upload: the file, and the options of the import. */
import { open } from 'node:fs/promises';
import { z } from 'zod';
import { toIssues } from '../../derive/validation/body-schema.ts';
import { fail, type Issue, invalid } from '../../errors/api-error.ts';
import type { SpooledContent } from '../../files/spool.ts';
import { HEAD_BYTES } from '../../formats/format.ts';
import { encodings, formatNames, matchModes, newModes } from '../../model/records/import-values.ts';
import type { SpecialCall } from '../call/call.ts';
import { FormBody } from '../documents/form-body.ts';
import { guessFormat } from './import-formats.ts';
import type { ImportOptions } from './import-job.ts';
import { importTarget, writeScopeOf } from './import-target.ts';
import { isMatchField } from './match-fields.ts';

const NAME = z.string().trim().min(1).max(100);

const schema = z.strictObject({
  format: z.enum(formatNames).optional(),
  section: NAME.optional(),
  mapping: z.record(z.string().max(1000), z.string().max(200)).optional(),
  match: z.array(NAME).min(1).max(10).optional(),
  on_match: z.enum(matchModes).optional(),
  on_new: z.enum(newModes).optional(),
  source: NAME.optional(),
  encoding: z.enum(encodings).optional(),
  delimiter: z.string().length(1).optional(),
  decimal: z.enum([',', '.']).optional(),
  events: z.enum(['each', 'none']).optional(),
});

/** An upload as accepted. */
export interface Upload {
  readonly file: SpooledContent;
  readonly fileName: string;
  readonly format: string;
  readonly options: ImportOptions;
}

const optionsOf = (text: string): { options: ImportOptions; issues: readonly Issue[] } => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { options: {}, issues: [{ path: ['options'], code: 'invalid_json', message: 'options must be JSON.' }] };
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success) return { options: {}, issues: toIssues(parsed.error.issues, ['options']) };
  const given = Object.entries(parsed.data).filter(([, one]) => one !== undefined);
  return { options: Object.fromEntries(given), issues: [] };
};

/** Issues of the section and the match fields. */
const targetIssues = ({ model }: SpecialCall, { section, match = [] }: ImportOptions): readonly Issue[] => {
  if (section === undefined) return [];
  const target = importTarget(model, section);
  if (!target)
    return [{ path: ['options', 'section'], code: 'invalid_select_value', message: `${section} cannot be imported.` }];
  return match
    .filter((name) => !isMatchField(target.collection.resource, name))
    .map((name) => ({
      path: ['options', 'match'],
      code: 'invalid_select_value',
      message: `${name} is no field that ${section} can be matched by.`,
    }));
};

/** @throws 403 `insufficient_scope` where the caller may not write a record kind */
export const requireWriteScope = ({ model, actor }: SpecialCall, section: string): void => {
  const target = importTarget(model, section);
  if (!target || actor.via === 'command') return;
  const scope = writeScopeOf(target);
  if (!actor.scopes.has(scope))
    throw fail('insufficient_scope', { details: { required_scope: scope, provided_scope: [...actor.scopes] } });
};

/** The first bytes of a file. */
const readHead = async ({ path }: SpooledContent): Promise<Buffer> => {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
};

/**
 * The upload of a form.
 * @throws 400 `empty_body`, `validation_failed`; 403 for the section
 */
export const acceptUpload = async (call: SpecialCall): Promise<Upload> => {
  if (!(call.body instanceof FormBody)) throw fail('empty_body');
  const { parts } = call.body;
  const issues: Issue[] = parts
    .filter(({ name }, at) => parts.findIndex((other) => other.name === name) < at)
    .map(({ name }) => ({ path: [name], code: 'duplicate_key', message: `${name} is in the form more than once.` }));
  for (const part of parts)
    if (part.name !== 'file' && part.name !== 'options')
      issues.push({ path: [part.name], code: 'unrecognized_key', message: 'The form has file and options only.' });
  const file = parts.find((part) => part.name === 'file');
  const given = parts.find((part) => part.name === 'options');
  if (!file || !('file' in file)) issues.push({ path: ['file'], code: 'invalid_type', message: 'file is required.' });
  if (given && !('text' in given))
    issues.push({ path: ['options'], code: 'invalid_type', message: 'options must be a text.' });
  const { options, issues: ofOptions } = given && 'text' in given ? optionsOf(given.text) : { options: {}, issues: [] };
  issues.push(...ofOptions, ...targetIssues(call, options));
  if (issues.length || !file || !('file' in file)) throw invalid(issues);
  if (options.section) requireWriteScope(call, options.section);
  const fileName = file.fileName.slice(0, 255) || 'file';
  const format = options.format ?? guessFormat(fileName, await readHead(file.file));
  return { file: file.file, fileName, format, options };
};
