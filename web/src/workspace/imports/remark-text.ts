/** Wording of remarks on files and rows, and of reasons why an import failed. */

import { codeText } from '../../i18n/error-text.ts';
import { dateFormat } from '../../i18n/formats.ts';
import { nameOf } from '../../i18n/label-of.ts';
import { currentLocale } from '../../i18n/translator.ts';
import { localDate } from '../schema/shown.ts';
import type { Failure, Hint } from './import-job.ts';

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

export const failureText = ({ code, message, reason = '', params }: Failure): string =>
  nameOf('imports:fault', reason, codeText(code, message), { ...valuesOf(params, String), message });
