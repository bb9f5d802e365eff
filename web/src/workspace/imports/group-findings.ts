/** Issues that several rows of an import have, by field, code and value. */
import type { ImportRow } from './import-job.ts';

export interface Finding {
  readonly key: string;
  readonly issue: ImportRow['issues'][number];
  readonly rows: readonly ImportRow[];
}

/** The findings in rows, those of most rows first. */
export const findingsOf = (rows: readonly ImportRow[]): readonly Finding[] => {
  const found = new Map<string, { issue: Finding['issue']; rows: ImportRow[] }>();
  for (const row of rows) {
    for (const issue of row.issues) {
      const key = [issue.path.join('.'), issue.code, issue.params?.value ?? ''].join(' ').slice(0, 200);
      const finding = found.get(key) ?? { issue, rows: [] };
      finding.rows.push(row);
      found.set(key, finding);
    }
  }
  return [...found]
    .map(([key, finding]) => ({ key, ...finding }))
    .toSorted((one, other) => other.rows.length - one.rows.length);
};
