/** Imports as the API answers them. */
import { queryOptions } from '@tanstack/react-query';
import type { Issue } from '../../api/client.ts';
import { readV3, sendV3 } from '../../api/v3.ts';
import { watchUpload } from '../../api/watched-upload.ts';

export const IMPORTS = '/imports';
export const IMPORT_SCOPE = 'v3:imports:write';

export const outcomes = [
  'new',
  'changed',
  'conflict',
  'ambiguous',
  'no_match',
  'invalid',
  'unchanged',
  'skipped',
] as const;
type Outcome = (typeof outcomes)[number];

/** Values in a message of the service. */
type Params = Readonly<Record<string, string | number>>;

export interface Hint {
  readonly code: string;
  readonly message: string;
  readonly params?: Params;
  readonly line?: number;
  /** Number of rows with such a remark, in a remark on the file. */
  readonly rows?: number;
}

/** Why an import failed; `reason` where its file cannot be read. */
export interface Failure {
  readonly code: string;
  readonly message: string;
  readonly line: number | null;
  readonly reason?: string;
  readonly params?: Params;
}

/** How a file is read. */
export interface ImportOptions {
  readonly section?: string;
  readonly mapping?: Readonly<Record<string, string>>;
  readonly encoding?: string;
  readonly delimiter?: string;
  readonly decimal?: string;
  readonly match?: readonly string[];
  readonly on_match?: string;
  readonly on_new?: string;
}

export interface ImportJob {
  readonly id: number;
  readonly state: 'staging' | 'applying' | 'undoing' | 'ready' | 'done' | 'undone' | 'failed' | 'cancelled';
  readonly format: 'csv' | 'ndjson' | 'xlsx' | 'gdv';
  readonly section: string | null;
  readonly file: { readonly name: string; readonly size: number };
  readonly options: ImportOptions;
  readonly total: number;
  readonly counts: Readonly<Record<Outcome | 'kept', number>>;
  readonly position: number;
  readonly applied: number;
  readonly hints: readonly Hint[];
  readonly created_at: string;
  readonly error?: Failure;
}

export interface Candidate {
  readonly section: string;
  readonly id: number;
  readonly name: string;
  readonly score: number;
  readonly reasons: readonly string[];
}

export interface ImportRow {
  readonly row: number;
  readonly line: number;
  readonly outcome: Outcome;
  readonly section: string;
  readonly record: { readonly section: string; readonly id: number; readonly name: string } | null;
  readonly name: string;
  readonly action: 'take' | 'skip' | null;
  readonly applied: boolean;
  readonly changes: Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>;
  readonly issues: readonly Issue[];
  readonly hints: readonly Hint[];
  readonly candidates?: readonly Candidate[];
}

/** Milliseconds between two looks at an import that a worker runs. */
const POLL_MS = 1000;
const RUNNING: ReadonlySet<string> = new Set(['staging', 'applying', 'undoing']);

export const isRunning = ({ state }: ImportJob): boolean => RUNNING.has(state);

export const IMPORTS_KEY = ['v3', 'imports'];

/** The imports, the latest first. */
export const importsQuery = queryOptions({
  queryKey: IMPORTS_KEY,
  queryFn: async () => (await readV3<{ items: readonly ImportJob[] }>(IMPORTS, { limit: 50 })).items,
  refetchInterval: ({ state }) => (state.data?.some(isRunning) ? POLL_MS : false),
});

export const importQuery = (id: number) =>
  queryOptions({
    queryKey: [...IMPORTS_KEY, id],
    queryFn: () => readV3<ImportJob>(`${IMPORTS}/${id}`),
    refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? POLL_MS : false),
  });

/** Rows of a page. */
export const ROWS = 50;

/** A page of rows; another state of the import has others. */
export const rowsQuery = (job: ImportJob, outcome: string, page: number) =>
  queryOptions({
    queryKey: [...IMPORTS_KEY, job.id, 'rows', outcome, page, job.state],
    queryFn: () =>
      readV3<{ items: readonly ImportRow[]; total: number }>(`${IMPORTS}/${job.id}/rows`, {
        outcome,
        page,
        limit: ROWS,
      }),
  });

/** Files that this page has sent: one is sent again with another mapping. */
const sent = new Map<number, File>();
export const sentFile = (id: number): File | undefined => sent.get(id);

/**
 * Sends a file.
 * @param sending gets the sent share, from 0 to 1
 * @returns the number of the import, an earlier one for the same file and options
 * @throws ApiError
 */
export const sendFile = async (
  file: File,
  options: ImportOptions,
  sending: (share: number) => void,
): Promise<number> => {
  const form = new FormData();
  watchUpload(form, sending);
  form.set('options', JSON.stringify(options));
  form.set('file', file, file.name);
  const { id } = await sendV3<{ id: number }>('POST', IMPORTS, form);
  sent.set(id, file);
  return id;
};

/** Rows that `apply` with `all` writes: those that are not written yet. */
export const writable = ({ counts, applied }: ImportJob): number => Math.max(0, counts.new + counts.changed - applied);
