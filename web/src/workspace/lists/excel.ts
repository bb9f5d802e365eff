/** A list as an Excel file, which the service writes in the background. */
import { request } from '../../api/client.ts';
import { call } from '../../api/v3.ts';
import { currentLocale } from '../../i18n/translator.ts';
import { fileOf } from '../exports/export-job.ts';
import type { Section } from '../schema/section.ts';
import { filtersIn } from './use-rows.ts';

const POLL_MS = 500;

const queryOf = (section: Section, params: URLSearchParams): string => {
  const query = new URLSearchParams(filtersIn(params).map(([name, value]) => [name, value]));
  const sort = params.get('sort') ?? section.layout.sort;
  if (sort) query.set('sort', sort);
  return query.toString();
};

/**
 * All rows of a list, with its columns, filters and order.
 * @param writing gets the number of the written rows, again and again
 * @throws ApiError; Error where the service could not write the file
 */
export const excelOf = async (
  section: Section,
  params: URLSearchParams,
  columns: readonly string[],
  writing: (rows: number) => void,
): Promise<Blob> => {
  const query = queryOf(section, params);
  const language = currentLocale().language === 'de' ? ('de' as const) : ('en' as const);
  const sent = { sections: [section.path], format: 'xlsx' as const, columns: [...columns], labels: true, language };
  const { id } = await call('POST /v3/exports', { body: { ...sent, ...(query ? { query } : {}) } });
  try {
    for (;;) {
      const job = await call('GET /v3/exports/:id', { id });
      if (job.state === 'failed') throw new Error(job.error);
      if (job.state === 'done') return await (await request('GET', fileOf(job))).blob();
      writing(job.records);
      await new Promise((next) => setTimeout(next, POLL_MS));
    }
  } finally {
    // The file is that of this moment: it takes no place among the exports.
    await call('DELETE /v3/exports/:id', { id }).catch(() => undefined);
  }
};
