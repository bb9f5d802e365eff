/** Calls of templates: their placeholders, and a preview. */
import { placeholdersOf } from '../../derive/templates/placeholders.ts';
import { fail } from '../../errors/api-error.ts';
import { TEMPLATES } from '../../model/records/templates.ts';
import { type CallOf, json, type ResultOf } from '../call/call.ts';
import { fillTemplate, readRecord } from './fill-template.ts';

type Listed = 'GET /v3/system/templates/placeholders';
type Previewed = 'POST /v3/system/templates/:id/preview';

const listPlaceholders = async ({ model, query }: CallOf<Listed>): ResultOf<Listed> =>
  json(200, { items: placeholdersOf(model.registry, query.section) });

/** @throws 404 for the template and the record; as `fillTemplate` */
const previewTemplate = async (call: CallOf<Previewed>): ResultOf<Previewed> => {
  const template = await readRecord(call, TEMPLATES, call.pathIds[0]);
  if (!template) throw fail('not_found');
  const { subject = String(template.subject ?? ''), text = String(template.text) } = call.body;
  return json(200, await fillTemplate(call, call.body, { subject, text }));
};

export const templateOperations = {
  'GET /v3/system/templates/placeholders': listPlaceholders,
  'POST /v3/system/templates/:id/preview': previewTemplate,
};
