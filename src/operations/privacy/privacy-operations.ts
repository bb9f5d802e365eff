/** The operations on personal data by their calls. */
import { exportPerson } from './export-person.ts';
import { liftHold, setHold } from './holds.ts';
import { readErasure, readPrivacy } from './preview.ts';
import { readReport } from './report.ts';
import { requestErasure } from './request-erasure.ts';

export const privacyOperations = {
  'GET /v3/privacy/report': readReport,
  'GET /v3/customers/:kid/privacy': readPrivacy,
  'GET /v3/customers/:kid/privacy/export': exportPerson,
  'PUT /v3/customers/:kid/privacy/hold': setHold,
  'DELETE /v3/customers/:kid/privacy/hold': liftHold,
  'GET /v3/customers/:kid/privacy/erasure': readErasure,
  'POST /v3/customers/:kid/privacy/erasure': requestErasure,
} as const;
