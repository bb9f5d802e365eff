/** State of the form of a record, or of a row below one: values, errors, and saving. */
import { useForm } from '@mantine/form';
import type { QueryKey } from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiError } from '../../api/client.ts';
import { type Row, readRecord, sendV3 } from '../../api/v3.ts';
import { recordDraft } from '../../hooks/drafts.ts';
import { useDraft } from '../../hooks/use-draft.ts';
import { useVersionedForm } from '../../hooks/use-versioned-form.ts';
import { nameOf } from '../../i18n/label-of.ts';
import type { Trans } from '../../i18n/trans.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { Field } from '../schema/schema.ts';
import { bodyOf, isTick, readValue, type Values, valuesOf } from './field-values.ts';
import { notifyWarnings } from './field-warning.ts';

/** A record, and the version of it that a change names. */
export type Version = Row & { readonly etag: string | null };

/** The record of an address as it is now. @throws ApiError */
export const readVersion = async (path: string): Promise<Version> => {
  const { record, etag } = await readRecord(path);
  return { ...record, etag };
};

/** The version of a record whose fields are still the same. @throws ApiError `precondition_failed` where they are not */
const etagOf = async (path: string, fields: Row): Promise<string | null> => {
  const { record, etag } = await readRecord(path);
  const changed = Object.keys(fields).some((name) => (record[name] ?? '') !== (fields[name] ?? ''));
  if (changed) throw new ApiError(412, { error: 'precondition_failed', message: '' });
  return etag;
};

/** A value that no other attempt has. */
const newKey = (): string => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16)).join('-');

/** The same attempt again has the same key: an answer that was lost makes nothing twice. */
const useKeyOf = (): ((body: Row) => string) => {
  const keys = useRef(new Map<string, string>());
  return (body) => {
    const text = JSON.stringify(body);
    const key = keys.current.get(text) ?? newKey();
    keys.current.set(text, key);
    return key;
  };
};

/** A call that follows that of a new record. A form that is sent again repeats only calls that failed. */
export interface Step {
  readonly key: string;
  readonly run: () => Promise<unknown>;
}

/** Creates a record and what belongs to it. A second attempt changes the record, and leaves out the steps that are done. */
const useCreation = (path: string, follow: (made: Row, values: Values) => readonly Step[]) => {
  const keyOf = useKeyOf();
  const made = useRef<{ readonly row: Row; readonly body: string } | null>(null);
  const done = useRef(new Set<string>());
  return async (body: Row, values: Values): Promise<Row> => {
    const text = JSON.stringify(body);
    const before = made.current;
    if (before && before.body !== text) await sendV3('PATCH', `${path}/${before.row.id ?? before.row.kid}`, body);
    const row: Row = before ? before.row : await sendV3('POST', path, body, { 'idempotency-key': keyOf(body) });
    made.current = { row, body: text };
    for (const { key, run } of follow(row, values)) {
      if (done.current.has(key)) continue;
      await run();
      done.current.add(key);
    }
    return row;
  };
};

interface Options {
  readonly fields: readonly Field[];
  /** Further fields of the form, which are no fields of the record. */
  readonly others?: readonly Field[];
  /** Calls that follow the creation of a record, from the values of all fields. */
  readonly follow?: (made: Row, values: Values) => readonly Step[];
  /** The record that is changed; null where one is made. */
  readonly shown: Version | null;
  /** Initial values of a new record. */
  readonly initial?: Row;
  /** Where new ones are sent, and the address of the record. */
  readonly path: string;
  readonly refresh: readonly QueryKey[];
  /** Shown after the save; null where the page shows it anyway. */
  readonly message: Trans | null;
  readonly done: (answer: Row | null) => void;
}

const defaultsOf = (fields: readonly Field[]): Row =>
  Object.fromEntries(fields.map((field) => [field.name, field.default]));

export const useRecordForm = (options: Options) => {
  const { fields, others = [], follow = () => [], shown, initial = {}, path, refresh, message, done } = options;
  const { t, language } = useTranslation('records');
  const { t: common } = useTranslation();
  const all = [...fields, ...others];
  const create = useCreation(path, follow);
  /** The error of an input before it is sent. */
  const wrong = (field: Field, value: string | boolean | undefined): string | null => {
    if (isTick(field)) return null;
    const read = readValue(field, value, language);
    if (field.required && (!value || read === null)) return common('missing');
    return read === undefined && value ? nameOf('records:wrong', field.kind, t('wrong.text')) : null;
  };
  const form = useForm<Values>({
    initialValues: valuesOf(all, shown ?? { ...defaultsOf(all), ...initial }, language),
    validate: (values) =>
      Object.fromEntries(
        all.flatMap((field) => {
          const error = wrong(field, values[field.name]);
          return error ? [[field.name, error]] : [];
        }),
      ),
  });
  const draft = useDraft(
    form,
    recordDraft(shown ? 'change' : 'new', path, initial),
    all.filter(({ kind }) => kind === 'secret').map(({ name }) => name),
  );
  const warn = (answer: Row) => notifyWarnings(answer, all, form.getValues(), language);
  const save = useVersionedForm<Values, Version, Row, Row>({
    form,
    shown,
    valuesOf: (row) => valuesOf(fields, row, language),
    bodyOf: (values, from) => bodyOf(fields, values, language, from === null),
    current: () => readVersion(path),
    create: async (body) => {
      const answer = await create(body, form.getValues());
      warn(answer);
      return answer;
    },
    change: async (changed, before, { etag }) => {
      const version = etag ?? (await etagOf(path, before));
      const answer = await sendV3('PATCH', path, changed, version ? { 'if-match': version } : {});
      warn(answer);
      return answer;
    },
    refresh,
    ...(message ? { message } : {}),
    done: (answer) => {
      draft.forget();
      done(answer);
    },
  });
  return { form, save, draft };
};
