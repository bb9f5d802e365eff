/** Reads the stored file of an import again, and tells which of its findings that can correct. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/v3.ts';
import { IMPORTS_KEY, type ImportJob, type ImportOptions, type ImportRow, isMappable } from './import-job.ts';
import { withoutIndex } from './labels.ts';
import { refusedText } from './remark-text.ts';

/** @returns whether it is read, and why it is not */
export const useReadAgain = (job: ImportJob) => {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const readAgain = async (options: ImportOptions, onDone?: () => void) => {
    setBusy(true);
    setError(null);
    try {
      await call('POST /v3/imports/:id/restage', { id: job.id, body: { options } });
      client.removeQueries({ queryKey: [...IMPORTS_KEY, job.id, 'rows'] });
      onDone?.();
      await client.invalidateQueries({ queryKey: IMPORTS_KEY });
    } catch (cause) {
      setError(cause);
    } finally {
      setBusy(false);
    }
  };
  return { busy, error, readAgain };
};

/** Refused values are cut behind these characters. */
const ECHOED = 100;

/** The columns of a field of a row; of a part with kinds, such as `contacts.wert`, those of all kinds. */
const columnsOf = ({ options }: ImportJob, { section }: ImportRow, path: readonly (string | number)[]): string[] => {
  const field = withoutIndex(path.join('.'));
  const [part, ...below] = field.split('.');
  // Targets begin with their kind where a line has several, and those of a table of a part have no part.
  const kind = options.sections ? `${section}.` : '';
  const prefix = options.section?.includes('/') && below.length ? `${part}.` : '';
  const columns = Object.entries(options.mapping ?? {}).flatMap(([header, target]) =>
    target.startsWith(kind) ? [[header, prefix + target.slice(kind.length)] as const] : [],
  );
  const own = columns.filter(([, target]) => target === field);
  const all = own.length || !below.length ? own : columns.filter(([, target]) => target.startsWith(`${part}.`));
  return all.map(([header]) => header);
};

/**
 * The options with which the whole file is read with another value instead of a refused one; null for rows that are
 * written, formats without columns and values that are not known in full.
 */
export const replacing = (
  job: ImportJob,
  row: ImportRow | undefined,
  issue: ImportRow['issues'][number],
): ((to: string) => ImportOptions) | null => {
  const from = refusedText(issue);
  const headers = row && isMappable(job) ? columnsOf(job, row, issue.path) : [];
  if (!headers.length || !from || from.length >= ECHOED) return null;
  const { options } = job;
  return (to) => ({
    ...options,
    values: {
      ...options.values,
      ...Object.fromEntries(headers.map((header) => [header, { ...options.values?.[header], [from]: to }])),
    },
  });
};
