/** Warnings of values that look wrong while they are typed; they refuse nothing (rules 3.13). */
import { useDebouncedValue } from '@mantine/hooks';
import type { Row } from '../../api/v3.ts';
import { formWarning } from '../../components/text/value-form.ts';
import { notifyWarning } from '../../hooks/notify.ts';
import { issueText } from '../../i18n/error-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { Field } from '../schema/schema.ts';
import { readValue, type Values, writtenDay } from './field-values.ts';

/** Time without a key after which a warning is shown. */
const PAUSE_MS = 600;

const codeOf = (field: Field, values: Values, language: string): string | null => {
  const { begins, past, format, format_by: by } = field;
  const value = readValue(field, values[field.name], language);
  if (typeof value !== 'string') return null;
  if (past && value > writtenDay(new Date())) return 'birth_date_in_future';
  const begin = begins ? readValue({ ...field, format: null }, values[begins], language) : null;
  if (typeof begin === 'string' && value < begin) return 'end_before_begin';
  return formWarning(format ?? by?.formats[String(values[by.field])] ?? '', value);
};

/** The warning of a field; null where there is none. */
export const useFieldWarning = (field: Field, values: Values): string | null => {
  const { language } = useTranslation();
  const [code] = useDebouncedValue(codeOf(field, values, language), PAUSE_MS);
  return code && issueText({ path: [], code, message: '' });
};

interface Warning {
  readonly path: readonly (string | number)[];
  readonly code: string;
  readonly message: string;
}

/** Shows the warnings of an answer that the form could not show at a field. */
export const notifyWarnings = (answer: Row, fields: readonly Field[], values: Values, language: string): void => {
  const left = ((answer.warnings ?? []) as readonly Warning[]).flatMap((warning) => {
    const field = fields.find(({ name }) => name === warning.path[0]);
    return field && codeOf(field, values, language) ? [] : [{ ...warning, label: field?.label }];
  });
  if (!left.length) return;
  notifyWarning(() => left.map(({ label, ...one }) => [label, issueText(one)].filter(Boolean).join(': ')).join(' '));
};
