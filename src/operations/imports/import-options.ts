/** The form of an upload: the file, and the options of the import. */
import { open } from 'node:fs/promises';
import { type Issue, invalid } from '../../errors/api-error.ts';
import type { SpooledContent } from '../../files/spool.ts';
import { HEAD_BYTES } from '../../formats/format.ts';
import type { ImportOptions } from '../../model/calls/imports.ts';
import { requireAll } from '../call/authorize.ts';
import type { CallOf, Context } from '../call/call.ts';
import { guessFormat } from './import-formats.ts';
import { importTarget, writeScopeOf } from './import-target.ts';
import { isMatchField } from './match-fields.ts';
import { matchOf, partOf, sectionsOf } from './sections.ts';

/** An upload as accepted. */
export interface Upload {
  readonly file: SpooledContent;
  readonly fileName: string;
  readonly format: string;
  readonly options: ImportOptions;
}

/** Issues of the record kinds and the match fields. @param at the place of the options in the body */
const targetIssues = ({ model }: Context, options: ImportOptions, at: readonly string[]): readonly Issue[] => {
  const { section, sections, match = [] } = options;
  const issue = (option: string, code: string, message: string): Issue => ({
    path: [...at, option],
    code,
    message,
  });
  if (section !== undefined && sections)
    return [issue('sections', 'invalid_value', 'Name the record kinds as sections, or one as section.')];
  const kinds = sectionsOf(options);
  const asked = sections ?? (section === undefined ? [] : [section]);
  const kind = partOf(options);
  const unknown = asked.filter((one) => !importTarget(model, kind ? kind.owner : one) && kind?.owner !== '');
  if (unknown.length)
    return unknown.map((one) =>
      issue(sections ? 'sections' : 'section', 'invalid_select_value', `${one} cannot be imported.`),
    );
  const known = kinds.flatMap((one) => {
    const resource = importTarget(model, one)?.collection.resource;
    return matchOf(options, one).flatMap((name) =>
      resource && isMatchField(resource, name) ? [sections || (kind && name !== 'id') ? `${one}.${name}` : name] : [],
    );
  });
  return match
    .filter((name) => kinds.length && !known.includes(name))
    .map((name) =>
      issue('match', 'invalid_select_value', `${name} is no field that ${kinds.join(', ')} can be matched by.`),
    );
};

/** @throws 403 `insufficient_scope` where the caller may not write a record kind */
export const requireWriteScope = ({ model, actor }: Context, section: string): void => {
  const target = importTarget(model, section);
  if (target) requireAll(actor, [writeScopeOf(target)]);
};

/** @throws 403 `insufficient_scope` where the caller may not read a record kind: rows show stored values */
export const requireReadScope = ({ model, actor }: Context, sections: Iterable<string>): void => {
  for (const section of new Set(sections)) {
    const target = importTarget(model, section);
    if (target) requireAll(actor, [`v3:${target.collection.scope}:read`]);
  }
};

/** @throws 400 `validation_failed`; 403 for the section */
export const checkOptions = (call: Context, options: ImportOptions, at: readonly string[] = ['options']): void => {
  const issues = targetIssues(call, options, at);
  if (issues.length) throw invalid(issues);
  for (const section of sectionsOf(options)) requireWriteScope(call, section);
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
 * @throws 400 `validation_failed`; 403 for the section
 */
export const acceptUpload = async (call: CallOf<'POST /v3/imports'>): Promise<Upload> => {
  const { file: part, options = {} } = call.body;
  checkOptions(call, options);
  const { file } = part;
  const fileName = part.fileName.slice(0, 255) || 'file';
  const format = options.format ?? guessFormat(fileName, await readHead(file));
  return { file, fileName, format, options };
};
