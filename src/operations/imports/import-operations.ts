/** The operations on imports by their calls. */
import { applyImport, changeImportRow, removeImport, undoImport } from './change-import.ts';
import { createImport } from './create-import.ts';
import { listMappings, removeMapping, retrieveMapping, storeMapping } from './import-mappings.ts';
import { listImportRows, listImports, retrieveImport } from './read-imports.ts';
import { restageImport } from './restage-import.ts';

export const importOperations = {
  'GET /v3/imports': listImports,
  'POST /v3/imports': createImport,
  'GET /v3/imports/mappings': listMappings,
  'GET /v3/imports/mappings/:name': retrieveMapping,
  'PUT /v3/imports/mappings/:name': storeMapping,
  'DELETE /v3/imports/mappings/:name': removeMapping,
  'GET /v3/imports/:id': retrieveImport,
  'DELETE /v3/imports/:id': removeImport,
  'GET /v3/imports/:id/rows': listImportRows,
  'PATCH /v3/imports/:id/rows/:row': changeImportRow,
  'POST /v3/imports/:id/restage': restageImport,
  'POST /v3/imports/:id/apply': applyImport,
  'POST /v3/imports/:id/undo': undoImport,
} as const;
