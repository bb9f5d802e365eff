/** Exports as the API answers them. */
import { queryOptions } from '@tanstack/react-query';
import { type AnswerOf, call } from '../../api/v3.ts';

export const EXPORTS = '/exports';
/** Scopes of those who see exports, and of those who make and delete them. */
export const [READS_EXPORTS, WRITES_EXPORTS] = ['v3:exports:read', 'v3:exports:write'];

/** An export. */
export type ExportJob = AnswerOf<'GET /v3/exports/:id'>;

export const EXPORTS_KEY = ['v3', 'exports'];

/** Milliseconds between two looks at exports that run. */
const POLL_MS = 1000;

/** The exports, the newest first; again and again while one of them runs. */
export const exportsQuery = queryOptions({
  queryKey: EXPORTS_KEY,
  queryFn: async () => (await call('GET /v3/exports', { query: { limit: 100 } })).items,
  refetchInterval: ({ state }) => (state.data?.some((job) => job.state === 'running') ? POLL_MS : false),
});

/** The address of the file of an export. */
export const fileOf = ({ id }: ExportJob): string => `/v3${EXPORTS}/${id}/download`;
