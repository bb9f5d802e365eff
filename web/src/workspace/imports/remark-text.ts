/** Wording of remarks on files and rows, and of reasons why an import failed. */

import type { Issue } from '../../api/client.ts';
import { codeText, issueText } from '../../i18n/error-text.ts';
import { dateFormat } from '../../i18n/formats.ts';
import { nameOf } from '../../i18n/label-of.ts';
import { currentLocale } from '../../i18n/translator.ts';
import { localDate } from '../schema/shown.ts';
import type { Failure, Hint } from './import-job.ts';
import type { Labels } from './labels.ts';

type Label = (name: string) => string;

const shown = (name: string, value: string | number, label: Label): string => {
  const { language } = currentLocale();
  if (typeof value === 'number') return value.toLocaleString(language);
  if (name === 'field' || name === 'fields') return value.split(', ').map(label).join(', ');
  return /^\d{4}-\d\d-\d\d$/.test(value) ? dateFormat(language, 'date').format(localDate(value)) : value;
};

const valuesOf = (params: Hint['params'] = {}, label: Label) =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, shown(name, value, label)]));

/** @param label labels of fields that the remark names */
export const hintText = ({ code, message, params }: Hint, label: Label = String): string => {
  const sentence = params?.error ? codeText(String(params.error), message) : message;
  return nameOf('imports:hint', code, message, { ...valuesOf(params, label), message: sentence });
};

/** Entries of a list that are named at once. */
const LISTED = 10;
/** Codes whose sentences repeat the value. */
const QUOTING = ['invalid_reference', 'ambiguous_reference'];

const issueSentence = (issue: Issue, { entries }: Labels): string => {
  const { code, path, message, params } = issue;
  const all = code === 'invalid_select_value' ? entries(path.join('.')).map(({ display }) => display) : [];
  const values = all.slice(0, LISTED).join(', ');
  if (all.length > LISTED && params?.nearest)
    return nameOf('imports:issue', 'nearest', '', { values: String(params.nearest) });
  if (all.length > LISTED) return nameOf('imports:issue', 'unlistedMore', '', { values, more: all.length - LISTED });
  if (all.length) return nameOf('imports:issue', 'unlisted', '', { values });
  // The sentence of the API begins with the name of the field, and the remark with its label.
  const [, name = '', rest = ''] = /^(\w+):? (.*)$/s.exec(message) ?? [];
  return issueText({ ...issue, message: name === path.at(-1) ? rest : message });
};

/** A refused value as the file has it. */
export const refusedText = ({ params }: Issue): string => String(params?.value ?? '');

/** Wording of an issue of a row, with the label of its field and the refused value. */
export const remarkText = (issue: Issue, labels: Labels): string => {
  const text = issueSentence(issue, labels);
  if (!issue.path.length) return text;
  const label = labels.label(issue.path.join('.'));
  const value = refusedText(issue);
  if (!value || QUOTING.includes(issue.code)) return `${label}: ${text}`;
  return nameOf('imports:issue', 'withValue', text, { label, value, text });
};

export const failureText = ({ code, message, reason = '', params }: Failure): string =>
  nameOf('imports:fault', reason, codeText(code, message), { ...valuesOf(params, String), message });
