/** Guesses the missing options of a file. */
import { createHash } from 'node:crypto';
import type { Format, OpenFile } from '../../formats/format.ts';
import { hintOf } from '../../formats/remarks.ts';
import type { SourceHint } from '../../formats/source-record.ts';
import { prepared } from '../../sql/sql.ts';
import { matchFieldsOf } from './find-matches.ts';
import type { ImportOptions } from './import-job.ts';
import { importTarget } from './import-target.ts';
import type { JobContext } from './job-context.ts';
import type { Lease } from './lease.ts';

/** The mapping of the last file with the same headers. */
const rememberedOptions = async (lease: Lease, headerKey: string | null): Promise<ImportOptions> => {
  if (headerKey === null) return {};
  const [row] = await lease.db.read<{ options: string }>(prepared`select j.options
    from import_job j
    where j.org_id = ${lease.orgId} and j.header_key = ${headerKey} and j.state in ('ready', 'done', 'undone')
    order by j.id desc
    limit 1`);
  if (!row) return {};
  const { section, mapping, match, on_match, source } = JSON.parse(row.options) as ImportOptions;
  return {
    ...(section ? { section } : {}),
    ...(mapping ? { mapping } : {}),
    ...(match ? { match } : {}),
    ...(on_match ? { on_match } : {}),
    ...(source ? { source } : {}),
  };
};

/** Guesses the missing options, and stores them. */
export const inspectFile = async (
  context: JobContext,
  lease: Lease,
  format: Format,
  open: OpenFile,
): Promise<{ readonly options: ImportOptions; readonly hints: readonly SourceHint[] }> => {
  const { asked } = lease.job;
  const { registry } = context.model;
  const first = await format.inspect(open, asked, registry);
  const headerKey = first.headers
    ? createHash('sha256')
        .update(JSON.stringify([format.name, first.headers]))
        .digest('hex')
    : null;
  const remembered = await rememberedOptions(lease, headerKey);
  const isRemembered = Object.keys(remembered).length > 0;
  const { options: guessed } = isRemembered ? await format.inspect(open, { ...remembered, ...asked }, registry) : first;
  const options: ImportOptions = {
    on_match: 'update',
    events: 'none',
    source: 'import',
    ...remembered,
    ...asked,
    ...guessed,
  };
  const hints = hintsOf(context, format, options);
  await lease.db.shortTransaction(lease.orgId, (tx) =>
    tx.run(prepared`update import_job
      set options = ${JSON.stringify(options)}, header_key = ${headerKey}, hints = ${JSON.stringify(hints)}
      where ${lease.own}`),
  );
  return { options, hints };
};

/** Remarks on the options. */
const hintsOf = (context: JobContext, format: Format, options: ImportOptions): readonly SourceHint[] => {
  const hints: SourceHint[] = [];
  const left = Object.entries(options.mapping ?? {}).filter(([header, target]) => header && !target);
  if (left.length) {
    const names = left.map(([header]) => header).slice(0, 20);
    hints.push(hintOf('unmapped_columns', { columns: names.join(', ') }));
  }
  const target = options.section ? importTarget(context.model, options.section) : null;
  const hasExternalId = Object.values(options.mapping ?? {}).includes('external_id');
  if (
    target &&
    !hasExternalId &&
    format.name !== 'gdv' &&
    !matchFieldsOf({ options, format: format.name, matchBy: format.matchBy }, target).length
  )
    hints.push(hintOf('no_match_fields'));
  return hints;
};
