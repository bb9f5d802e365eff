/** Users of the organisation: who they are, what they may, and the links that let them in. */
import { z } from 'zod';
import { makeInvitation } from '../access/invitations.ts';
import type { Database } from '../db/database.ts';
import { fail } from '../errors.ts';
import { type Sql, sql } from '../sql.ts';
import { contextFor, numberOf, perform } from './acting.ts';
import { call, DONE, field, type SettingsCall, type SettingsRoute, send } from './route.ts';

const ADMINISTRATOR = 'admin';

const text = z.string().trim().max(255);
const person = {
  email: field.email,
  vorname: text.nullish(),
  name: text,
  rolle: z.string().max(60).nullable(),
  lizenz: z.boolean(),
  lizenz_typ: z.string().max(60).nullish(),
};
const wish = z.strictObject(person);
const change = z.strictObject({ ...person, aktiv: z.boolean() }).partial();

const list = async (here: SettingsCall) => {
  const { db, session } = here;
  const { model, actor } = await contextFor(here);
  const at = new Date(here.now()).toISOString();
  const rows = await db.readLong<{
    doc: string;
  }>(sql`select json_build_object('kid', u.id, 'vorname', u.vorname, 'name', u.name, 'email', u.email, 'rolle', u.rolle,
      'lizenz', u.lizenz, 'lizenz_typ', u.lizenz_typ, 'aktiv', u.aktiv, 'letzter_login', u.letzter_login,
      'has_password', c.kid is not null,
      'invited_until', (select max(i.expires_at) from invitation i where i.org_id = ${session.orgId} and i.kid = u.id and i.expires_at > ${at}::timestamptz))::text as doc
    from contact u left join credential c on c.org_id = ${session.orgId} and c.kid = u.id
    where u.org_id = ${session.orgId} and u.section = 'users' and u.del = 0 order by u.id limit 5000`);
  const items = rows.map(({ doc }) => JSON.parse(doc) as { lizenz: boolean });
  const { fields } = model.registry.get('users');
  const optionsOf = (name: string) => (fields[name]?.options ?? []).map(({ value, display }) => ({ value, display }));
  return {
    items,
    roles: optionsOf('rolle'),
    licence_types: optionsOf('lizenz_typ'),
    licences: { used: items.filter(({ lizenz }) => lizenz).length, limit: actor.licenses },
  };
};

/** Makes a one-time link. It is mailed where a mail server is configured. */
const invite = async ({ db, session, now, origin, mail }: SettingsCall<unknown>, kid: number) => {
  const { kind, path, email, expiresAt } = await makeInvitation(db, session.orgId, kid, now());
  const link = `${origin}${path}`;
  const mailed = mail === null ? false : await mailLink(mail, email, session.organisation, kind, link);
  return { kind, link, expires_at: expiresAt, mailed };
};

const mailLink = async (
  mail: NonNullable<SettingsCall['mail']>,
  to: string,
  organisation: string,
  kind: 'invitation' | 'reset',
  link: string,
): Promise<boolean> => {
  const [subject, text] =
    kind === 'invitation'
      ? [`Einladung: ${organisation}`, `Sie wurden zu ${organisation} eingeladen. Legen Sie hier Ihr Passwort fest:`]
      : [`Passwort neu setzen: ${organisation}`, 'Hier legen Sie ein neues Passwort fest:'];
  return mail(to, subject, `${text}\n\n${link}\n`).then(
    () => true,
    () => false,
  );
};

/** Who takes an administrator away waits here for others of the organisation who do, so that each sees what is left. */
const lockAdministrators = (orgId: number): Sql =>
  sql`select pg_advisory_xact_lock(${orgId}::int, hashtext('administrators'))`;

/**
 * A call whose transactions look first whether somebody is left to administer the organisation.
 * @throws there 409 `last_administrator` where nobody but this user could
 */
const leavingAnother = <Body>(here: SettingsCall<Body>, kid: number): SettingsCall<Body> => {
  const { orgId } = here.session;
  const transaction: Database['transaction'] = (work) =>
    here.db.transaction(async (tx) => {
      await tx.run(lockAdministrators(orgId));
      const others = await tx.run(
        sql`select 1 from contact where org_id = ${orgId} and section = 'users' and del = 0 and aktiv and rolle = ${ADMINISTRATOR} and id <> ${kid} limit 1`,
      );
      if (!others.length) throw fail('last_administrator');
      return work(tx);
    });
  return { ...here, db: { ...here.db, transaction } };
};

const create = async (here: SettingsCall<z.output<typeof wish>>) => {
  const made = (await perform(here, 'create', { collection: 'users', body: here.body })) as { id: number };
  const { link, expires_at, mailed } = await invite(here, made.id);
  return { kid: made.id, link, expires_at, mailed };
};

const changeOne = async (here: SettingsCall<z.output<typeof change>>) => {
  const kid = numberOf(here, 'kid');
  const { rolle, aktiv } = here.body;
  const leaves = (rolle !== undefined && rolle !== ADMINISTRATOR) || aktiv === false;
  await perform(leaves ? leavingAnother(here, kid) : here, 'update', {
    collection: 'users',
    numbers: [kid],
    body: here.body,
  });
  return DONE;
};

export const users: readonly SettingsRoute[] = [
  call('GET', '/users', list),
  send('POST', '/users', wish, create, { status: 201 }),
  send('PATCH', '/users/:kid', change, changeOne),
  call('DELETE', '/users/:kid', async (here) => {
    const kid = numberOf(here, 'kid');
    await perform(leavingAnother(here, kid), 'remove', { collection: 'users', numbers: [kid] });
    return DONE;
  }),
  call('POST', '/users/:kid/invitation', (here) => invite(here, numberOf(here, 'kid'))),
];
