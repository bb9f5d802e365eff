/** `GET /calendar/{secret}.ics`: the calendar of a user, for calendar programs, which know no sign-in (rules 16.24). */
import type { FastifyInstance } from 'fastify';
import ical, { ICalCalendarMethod } from 'ical-generator';
import { hashOf, organisationOf } from '../../access/credentials/random-secret.ts';
import { publicOrigin } from '../../access/network/request-origin.ts';
import type { Database } from '../../db/database.ts';
import { localTime } from '../../derive/local-time.ts';
import { fail } from '../../errors/api-error.ts';
import type { FileStores } from '../../files/object-store.ts';
import { systemContext } from '../../operations/call/system-actor.ts';
import { type CalendarEvent, calendarEvents } from '../../operations/workspace/calendar-events.ts';
import { HOUR_MS } from '../../shared/durations.ts';
import { type StoredRoles, scopesOfRole } from '../../shared/roles.ts';
import { sql } from '../../sql/sql.ts';
import { requestDatabase } from '../admission/tenant-concurrency.ts';
import { readOnly } from './openapi-routes.ts';

/** Calendar programs ask again after this time at the earliest. */
const REFRESH_SECONDS = 900;

const words = {
  de: {
    calendar: 'Aufgaben und Fristen',
    kuendigung: 'Letzter Kündigungstag',
    ablauf: 'Vertragsende',
    activity: 'Aktivität',
  },
  en: {
    calendar: 'Tasks and deadlines',
    kuendigung: 'Last day of notice',
    ablauf: 'End of contract',
    activity: 'Activity',
  },
} as const;

interface Owner {
  readonly orgId: number;
  readonly kid: number;
  readonly scopes: ReadonlySet<string>;
}

/** The user of a secret; null where it is unknown, or its user or organisation may not sign in any more. */
const ownerOf = async (db: Database, secret: string, now: number): Promise<Owner | null> => {
  const orgId = organisationOf(secret);
  if (orgId === null) return null;
  const [row] = await db.forOrg(orgId).read<{ kid: number; rolle: string | null; roles: string | null }>(
    sql`select c.kid, u.rolle, (o.settings -> 'roles')::text as roles
      from credential c
      join contact u on u.org_id = ${orgId} and u.id = c.kid and u.section = 'users' and u.del = 0 and u.aktiv
      join organisation o on o.org_id = ${orgId} and o.deletion_began_at is null and o.contract = 'active'
        and coalesce(o.trial_ends > ${new Date(now).toISOString()}::timestamptz, true)
      where c.org_id = ${orgId} and c.calendar_hash = ${hashOf(secret)}`,
  );
  const roles = row?.roles ? (JSON.parse(row.roles) as StoredRoles) : undefined;
  return row ? { orgId, kid: row.kid, scopes: scopesOfRole(roles, row.rolle) } : null;
};

/** Local time `YYYY-MM-DD HH:MM:SS` of a time zone as a point in time; one that a clock change skips is an hour later. */
const instantOf = (timeZone: string, local: string): Date => {
  const wanted = Date.parse(`${local.replace(' ', 'T')}Z`);
  let at = wanted;
  for (let round = 0; round < 2; round += 1) at += wanted - Date.parse(`${localTime(timeZone, at).replace(' ', 'T')}Z`);
  return new Date(at);
};

/** Start and end of an event. Calendar programs leave out the day at which a whole day ends. */
const timesOf = ({ start, end }: CalendarEvent, timeZone: string) => {
  if (start.length === 'YYYY-MM-DD'.length) return { allDay: true, start: new Date(start) };
  const at = instantOf(timeZone, start);
  const until = end === null ? 0 : instantOf(timeZone, end).getTime();
  return { start: at, end: new Date(until > at.getTime() ? until : at.getTime() + HOUR_MS) };
};

interface CalendarParts {
  readonly db: Database;
  readonly files: FileStores;
  readonly publicUrl: string;
  readonly now: () => number;
}

/** Registers the address. */
export const registerCalendar = (app: FastifyInstance, { db, files, publicUrl, now }: CalendarParts): void => {
  readOnly(app, '/calendar/:file', async (request, reply) => {
    const { file } = request.params as { readonly file: string };
    const [, secret] = /^([\w-]{1,80})\.ics$/.exec(file) ?? [];
    const owner = secret === undefined ? null : await ownerOf(db, secret, now());
    if (!owner) throw fail('not_found');
    const { orgId, kid, scopes } = owner;
    request.asking = { orgId };
    const own = requestDatabase(db.forOrg(orgId), orgId, reply.raw);
    const base = await systemContext(own, orgId, kid, files);
    const events = await calendarEvents({ ...base, now, actor: { ...base.actor, scopes } });
    const { lang } = request.query as { readonly lang?: unknown };
    const text = words[lang === 'en' ? 'en' : 'de'];
    const origin = publicOrigin(request.raw, publicUrl);
    const calendar = ical({
      name: `${text.calendar} · ${base.actor.organisation}`,
      prodId: { company: 'Broker CRM', product: 'Calendar' },
      method: ICalCalendarMethod.PUBLISH,
      ttl: REFRESH_SECONDS,
    });
    for (const event of events) {
      const title = event.title ?? text.activity;
      const url = `${origin}${event.path}`;
      calendar.createEvent({
        id: `${event.id}@${orgId}.broker-crm`,
        ...timesOf(event, base.actor.timeZone),
        stamp: new Date(now()),
        summary: [event.deadline ? `${text[event.deadline]}: ${title}` : title, event.owner].filter(Boolean).join(', '),
        description: url,
        url,
      });
    }
    return reply
      .type('text/calendar; charset=utf-8')
      .header('Cache-Control', `private, max-age=${REFRESH_SECONDS}`)
      .send(calendar.toString());
  });
};
