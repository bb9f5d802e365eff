/** The body of an export (docs/exports.md). */
import { z } from 'zod';
import { listOf } from '../declaration/bounded-schemas.ts';

export const exportFormats = ['csv', 'ndjson'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const exportStates = ['running', 'done', 'failed'] as const;
export type ExportState = (typeof exportStates)[number];

/** Most sections of one export: more than there are. */
const MAX_SECTIONS = 100;

export const newExport = z.strictObject({
  sections: listOf(z.string().max(100), MAX_SECTIONS, 1),
  format: z.enum(exportFormats),
  since: z.union([z.iso.date(), z.iso.datetime({ offset: true })]).optional(),
});
