import { datetime, int, longText, reference, rowId, stamps, text } from '../declaration/field.ts';
import type { Values } from '../declaration/field-shape.ts';
import { defineResource, type Moment } from '../declaration/resource.ts';
import { belongsTo, contactGroup } from '../parts/contact.ts';

const DONE = 1;

/** Becoming done stamps when and by whom; reopening clears both (rules 5.4). */
const completion = (after: Values, before: Values | null, moment: Moment): Values => {
  if (after.status !== DONE) return { erledigt_am: null, erledigt_kid: null };
  if (before?.status === DONE) return {};
  return { erledigt_am: moment.now, erledigt_kid: moment.userKid };
};

export const activities = defineResource({
  path: 'activities',
  table: 'activity',
  title: 'Activity',
  about: 'An appointment, task, call, note or e-mail.',
  scope: 'activities',
  nesting: { below: contactGroup.kinds },
  requests: { unknownFields: 'drop' },
  search: { index: 'activities' },
  retention: { endColumns: ['ende', 'start', 'insert_datum'], withNamed: true },
  layout: {
    label: 'Aktivitäten',
    icon: 'checklist',
    nav: ['stock', 60],
    title: ['titel'],
    subtitle: ['kid'],
    head: ['kategorie', 'status', 'kid', 'start', 'verantwortlich'],
    columns: ['titel', 'kategorie', 'kid', 'start', 'verantwortlich', 'status'],
    sort: '-start',
    overview: ['comments'],
    groups: {
      Termin: ['titel', 'kategorie', 'kid', 'start', 'ende', 'verantwortlich', 'status'],
      Beschreibung: ['beschreibung', 'erledigt_am', 'erledigt_kid', 'ersteller'],
    },
  },
  fields: {
    id: rowId(),
    kid: belongsTo('Kontakt', contactGroup.kinds),
    kategorie: int('Kategorie', { list: 'aktivitaetKategorie', required: true, filter: true }),
    titel: text('Titel', { search: true }),
    start: datetime('Beginn', { filter: true }),
    ende: datetime('Ende', { filter: true, begins: 'start' }),
    status: int('Status', { list: 'aktivitaetStatus', default: 0, filter: true }),
    verantwortlich: reference('Verantwortlich', 'users', { filter: true }),
    ersteller: int('Ersteller', { server: true, defaultsTo: 'caller', pointsTo: ['users'] }),
    erledigt_am: datetime('Erledigt am', { server: true }),
    erledigt_kid: int('Erledigt von', { server: true, pointsTo: ['users'] }),
    beschreibung: longText('Beschreibung', { search: true }),
    ...stamps(),
  },
  embeds: [
    { when: 'with_comments', as: 'comments', of: 'comments', by: 'owner' },
    { when: 'with_documents', as: 'documents', of: 'documents', by: 'link', scope: 'documents' },
    { when: 'with_contracts', as: 'contracts', of: 'contracts', by: 'link', scope: 'contracts' },
    { when: 'with_damages', as: 'damages', of: 'damages', by: 'link', scope: 'damages' },
  ],
  completes: completion,
});
