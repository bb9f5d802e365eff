/** Imports as the API answers them. */
import { queryOptions } from '@tanstack/react-query';
import { type AnswerOf, call } from '../../api/v3.ts';
import { watchUpload } from '../../api/watched-upload.ts';

export const IMPORTS = '/imports';
export const IMPORT_SCOPE = 'v3:imports:write';

export type ImportJob = AnswerOf<'GET /v3/imports/:id'>;
export type ImportRow = AnswerOf<'PATCH /v3/imports/:id/rows/:row'>;
export type ImportOptions = ImportJob['options'];
export type Hint = ImportJob['hints'][number];
/** Why an import failed; `reason` where its file cannot be read. */
export type Failure = NonNullable<ImportJob['error']>;
export type Candidate = NonNullable<ImportRow['candidates']>[number];
export type Choice = Parameters<typeof call<'PATCH /v3/imports/:id/rows/:row'>>[1]['body'];
type Outcome = ImportRow['outcome'];

/** In the order of the page. */
export const outcomes = [
  'new',
  'changed',
  'conflict',
  'ambiguous',
  'no_match',
  'invalid',
  'unchanged',
  'skipped',
] as const satisfies readonly Outcome[];

/** Milliseconds between two looks at an import that a worker runs. */
const POLL_MS = 1000;
const RUNNING: ReadonlySet<string> = new Set(['staging', 'applying', 'undoing']);

export const isRunning = ({ state }: ImportJob): boolean => RUNNING.has(state);

export const IMPORTS_KEY = ['v3', 'imports'];

/** The imports, the latest first. */
export const importsQuery = queryOptions({
  queryKey: IMPORTS_KEY,
  queryFn: async () => (await call('GET /v3/imports', { query: { limit: 50 } })).items,
  refetchInterval: ({ state }) => (state.data?.some(isRunning) ? POLL_MS : false),
});

export const importQuery = (id: number) =>
  queryOptions({
    queryKey: [...IMPORTS_KEY, id],
    queryFn: () => call('GET /v3/imports/:id', { id }),
    refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? POLL_MS : false),
  });

/** Rows of a page. */
export const ROWS = 50;
/** Invalid rows that are read at once, to group them by their issues. */
export const MOST_INVALID = 500;

/** A page of rows; another state of the import has others. */
export const rowsQuery = (job: ImportJob, outcome: string, page: number, limit = ROWS) =>
  queryOptions({
    queryKey: [...IMPORTS_KEY, job.id, 'rows', outcome, page, limit, job.state],
    queryFn: () => call('GET /v3/imports/:id/rows', { id: job.id, query: { outcome, page, limit } }),
  });

/** The address of the rows as a file. @param outcome empty for all */
export const rowsFileOf = ({ id }: ImportJob, outcome: string): string =>
  `/v3${IMPORTS}/${id}/rows?format=csv${outcome ? `&outcome=${outcome}` : ''}`;

/**
 * Sends a file.
 * @param sending gets the sent share, from 0 to 1
 * @param options of the import; the service guesses absent ones
 * @returns the number of the import, an earlier one for the same file
 * @throws ApiError
 */
export const sendFile = async (
  file: File,
  sending: (share: number) => void,
  options?: ImportOptions,
): Promise<number> => {
  const form = new FormData();
  watchUpload(form, sending);
  if (options) form.set('options', JSON.stringify(options));
  form.set('file', file, file.name);
  return (await call('POST /v3/imports', { form })).id;
};

/** Reasons that another line of the headers, sheet or field takes away. */
const OTHERWISE_READABLE = ['no_header_row', 'no_headers', 'no_sheet', 'no_mapped_column', 'no_rows'];

/** Whether a table can still be read in another way. */
export const isMappable = ({ state, applied, options, error }: ImportJob): boolean =>
  state === 'failed'
    ? OTHERWISE_READABLE.includes(error?.reason ?? '')
    : (state === 'ready' || state === 'needs_mapping') && applied === 0 && options.mapping !== undefined;

/** The page where columns get their fields; other formats have none, and show their rows there. */
export const mappingAddress = (id: number): string => `${IMPORTS}/${id}?step=mapping`;

/** Rows that `apply` with `all` writes: those that are not written yet. */
export const writable = ({ counts, applied }: ImportJob): number => Math.max(0, counts.new + counts.changed - applied);
