/** Personal data of a customer: preview, export, hold and erasure (rules 16.22, docs/privacy.md). */
import { z } from 'zod';
import { languages } from '../../shared/disclosure.ts';
import { MAX_LISTED_KEPT, MAX_REASON, MAX_REPORTED } from '../../shared/limits.ts';
import { type ApiCalls, bytes, count, id, named, queryChoice, reply, time } from './call.ts';

/** States of an erasure: it runs, a rule keeps some records, or all are erased. */
const erasureStates = ['running', 'restricted', 'done'] as const;
export type ErasureState = (typeof erasureStates)[number];

const text = z.string();
const day = z.iso.date();
const reason = text.trim().min(1).max(MAX_REASON);
const due = day.nullable().describe('The next day on which a record is no longer kept.');

const rule = z.object({
  section: text,
  years: count,
  from: z.enum(['end_of_year', 'date']),
  basis: text.describe('The law, or the reason of the organisation.'),
});

const keptRecord = z.object({
  id,
  rule: rule.nullable().describe('The rule that keeps the record longest.'),
  reason: z.enum(['rule', 'not_ended', 'belongs_to_kept', 'names_kept']),
  erasable_from: day
    .nullable()
    .describe('The first day on which nothing keeps it; null where its end is not known yet.'),
});

const section = z.object({
  section: text,
  records: count,
  erased: count,
  kept: count,
  kept_records: z.array(keptRecord).describe(`The first ${MAX_LISTED_KEPT}.`),
});

const thirdPerson = z
  .object({
    section: text,
    id,
    reason: z.enum(['relation', 'insured_person', 'text']),
    owner: z.object({ section: text, id }).describe('The record that it hangs on.').optional(),
  })
  .describe('A record about the person that an erasure does not change.');

const hold = named('LegalHold', z.object({ until: day.nullable(), reason: text, created_at: time }));

const erasure = named(
  'Erasure',
  z.object({
    id,
    state: z
      .enum(erasureStates)
      .describe('running: the service erases; restricted: a rule or hold keeps some records; done: all are erased.'),
    created_at: time,
    due,
    done_at: time.nullable(),
    erased: z.record(text, count).describe('Numbers of erased records by section.'),
  }),
);

const preview = named(
  'Privacy',
  z.object({
    kid: id,
    state: z.enum(['live', 'deleted', 'restricted']),
    erasable: z.boolean().describe('Whether an erasure would remove something now.'),
    hold: hold.nullable(),
    due,
    sections: z.array(section),
    third_persons: z.array(thirdPerson),
    erasure: erasure.nullable().describe('The latest erasure.'),
  }),
);

/** A day of a query; an empty one counts as absent. */
const queryDay = z
  .preprocess((given) => (given === '' ? undefined : given), day.optional())
  .meta({ type: 'string', format: 'date' });
const by = text.nullable().describe('The user, where one did it.');

const report = named(
  'PrivacyReport',
  z.object({
    organisation: text,
    at: text.describe('Local time.'),
    since: day,
    until: day,
    purposes: text,
    source: text,
    rights: text,
    processing: z
      .array(
        z.object({
          section: text,
          records: count,
          fields: z.array(z.object({ name: text, label: text })).describe('Those that have a value in a record.'),
          rule: rule.nullable(),
        }),
      )
      .describe('Kinds of records, parts and annotations that there are.'),
    purge_days: count.describe('Deleted records that nothing keeps are purged after so many days.'),
    recipients: z.object({
      about: text.describe('The text of the organisation.'),
      webhooks: z.array(z.object({ name: text, to: text, count, last: time.nullable() })),
      exports: z.array(
        z.object({ at: time, by, sections: z.array(text), kid: id.nullable(), organisation: z.boolean() }),
      ),
      tokens: z.array(z.object({ name: text, last: time })),
    }),
    erasures: z
      .array(
        z.object({
          id,
          kid: id,
          state: z.enum(erasureStates),
          reason: text,
          by,
          created_at: time,
          due,
          done_at: time.nullable(),
          erased: z.record(text, count),
        }),
      )
      .describe(`Requested or done in the period; the latest ${MAX_REPORTED}.`),
    holds: z.object({
      in_force: z.array(z.object({ kid: id, until: day.nullable(), reason: text, created_at: time, by })),
      changes: z
        .array(z.object({ at: time, action: z.enum(['hold', 'hold-lifted']), kid: id, until: day.nullable(), by }))
        .describe('Set or lifted in the period.'),
    }),
  }),
);

const ADMINISTRATORS = 'Only for a session of an administrator, or a token that acts for one.';

export const privacyCalls = {
  'GET /v3/privacy/report': {
    id: 'getPrivacyReport',
    who: 'v3:privacy:read',
    summary: 'Report processing, recipients, erasures and holds',
    about:
      'For a data protection officer: the record of processing (Art. 30 GDPR) from the records, fields and retention rules that the organisation has, with its texts; recipients of the last 12 months: webhooks, exports, tokens; erasures and holds of a period. All records are read once.',
    query: {
      since: queryDay.describe('First day of erasures and holds; a year before `until` where it is absent.'),
      until: queryDay.describe('Last day; today where it is absent.'),
      language: queryChoice(languages).describe('Of the texts; where it is absent, the language of the organisation.'),
    },
    answers: { 200: reply('The report.', report) },
  },
  'GET /v3/customers/:kid/privacy': {
    id: 'getPrivacy',
    who: 'v3:privacy:read',
    summary: 'Preview an erasure',
    about:
      'What an erasure of the customer would remove and keep now, by section, with rule and day, deleted records included; and the records of others that name the person, which a person has to look at. A restricted customer is shown to administrators alone.',
    answers: { 200: reply('The preview.', preview) },
    codes: ['customer_not_found', 'administrator_required'],
  },
  'GET /v3/customers/:kid/privacy/export': {
    id: 'exportPerson',
    who: 'v3:privacy:read',
    summary: 'Export everything that is held on a customer',
    about:
      'A ZIP with `index.html`, a page for the person with all data, recipients, retention and rights; a JSON file for each section with all records, parts and annotations (deleted ones too, with `deleted_at`), the audit log, links, names in other systems, GDV lines, staged rows, deliveries, and the files of the documents. Private records of all users are included. No other scope is needed; the audit log says who asked for it. A restricted customer is exported for administrators alone.',
    query: {
      language: queryChoice(languages).describe('Of the page; where it is absent, the language of the organisation.'),
    },
    answers: { 200: reply('The archive.', bytes('application/zip')) },
    codes: ['customer_not_found', 'administrator_required'],
  },
  'PUT /v3/customers/:kid/privacy/hold': {
    id: 'setHold',
    who: 'v3:privacy:write',
    administrator: true,
    summary: 'Hold the records of a customer',
    about: `Nothing of the customer is erased or purged until the day is over, or until the hold is lifted. A second hold replaces the first. ${ADMINISTRATORS}`,
    body: z.strictObject({ until: day.nullish().describe('The last day; not in the past.'), reason }),
    answers: { 200: reply('The hold.', z.object({ success: z.boolean(), kid: id, hold })) },
    codes: ['customer_not_found'],
    example: { until: '2027-12-31', reason: 'Rechtsstreit 12 O 34/26' },
  },
  'DELETE /v3/customers/:kid/privacy/hold': {
    id: 'liftHold',
    who: 'v3:privacy:write',
    administrator: true,
    summary: 'Lift the hold of a customer',
    about: ADMINISTRATORS,
    answers: {
      200: reply('It is lifted.', z.object({ success: z.boolean(), deleted: z.boolean().optional(), kid: id })),
    },
    codes: ['customer_not_found'],
  },
  'GET /v3/customers/:kid/privacy/erasure': {
    id: 'getErasure',
    who: 'v3:privacy:read',
    summary: 'Retrieve the latest erasure of a customer',
    about: 'The ledger has it also when nothing of the customer is left.',
    answers: { 200: reply('The erasure.', erasure) },
  },
  'POST /v3/customers/:kid/privacy/erasure': {
    id: 'requestErasure',
    who: 'v3:privacy:write',
    administrator: true,
    summary: 'Erase a customer',
    about: `Erases the customer for good, with all records that no rule keeps: parts, search, files, values in the audit log, changes, deliveries, stored answers, staged rows, exports. Nothing shows the customer any more when the call answers; the service erases the rows then, also after a crash. Kept records are restricted: only administrators can read them, by these calls, until their day. ${ADMINISTRATORS}`,
    body: z.strictObject({
      confirm: id.describe('The number of the customer again.'),
      reason: reason.describe('For the ledger; it should name no person.'),
    }),
    answers: { 202: reply('The erasure, or the one that has begun before.', erasure) },
    codes: ['customer_not_found', 'retention_applies', 'legal_hold'],
    example: { confirm: 8, reason: 'Art. 17 Abs. 1 lit. b DSGVO' },
  },
} as const satisfies ApiCalls;
