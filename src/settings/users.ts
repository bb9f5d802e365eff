/** Users of the organisation: who they are, what they may, and the links that let them in. */
import { makeInvitation } from '../access/invitations.ts';
import { userEvent } from '../operations/users/user-events.ts';
import { instant, sql } from '../sql.ts';
import { contextFor, numberOf, perform } from './acting.ts';
import { type CallOf, DONE, type Handlers, type SettingsCall } from './call.ts';
import { acting } from './door.ts';
import type { AnswerOf } from './routes/index.ts';
import { sessionCount } from './sessions.ts';

type Users = AnswerOf<'GET /users'>;

const list = async (here: SettingsCall): Promise<Users> => {
  const { db, session } = here;
  const { model, actor } = await contextFor(here);
  const at = new Date(here.now()).toISOString();
  const rows = await db.readLong<{
    doc: string;
  }>(sql`select json_build_object('kid', u.id, 'vorname', u.vorname, 'name', u.name, 'email', u.email, 'rolle', u.rolle,
      'lizenz', u.lizenz, 'lizenz_typ', u.lizenz_typ, 'aktiv', u.aktiv, 'letzter_login', ${instant('u.letzter_login')},
      'has_password', c.kid is not null, 'totp', c.totp_secret is not null, 'sessions', ${sessionCount(session.orgId, here.now())},
      'invited_until', (select ${instant('max(i.expires_at)')} from invitation i where i.org_id = ${session.orgId} and i.kid = u.id and i.expires_at > ${at}::timestamptz))::text as doc
    from contact u left join credential c on c.org_id = ${session.orgId} and c.kid = u.id
    where u.org_id = ${session.orgId} and u.section = 'users' and u.del = 0 order by u.id limit 5000`);
  const [organisation] = await db.read<Pick<Users, 'second_factor'>>(
    sql`select second_factor from organisation where org_id = ${session.orgId}`,
  );
  const items = rows.map(({ doc }) => JSON.parse(doc) as Users['items'][number]);
  const { fields } = model.registry.get('users');
  const optionsOf = (name: string) => (fields[name]?.options ?? []).map(({ value, display }) => ({ value, display }));
  return {
    items,
    roles: optionsOf('rolle'),
    second_factor: organisation?.second_factor ?? 'nobody',
    licence_types: optionsOf('lizenz_typ'),
    licences: { used: items.filter(({ lizenz }) => lizenz).length, limit: actor.licenses },
  };
};

/** Makes a one-time link. It is mailed where a mail server is configured. */
const invite = async (here: SettingsCall<unknown>, kid: number) => {
  const { db, session, now, origin, mail } = here;
  const { kind, path, email, expiresAt } = await db.transaction(async (tx) => {
    const made = await makeInvitation(tx, session.orgId, kid, now());
    await tx.finish([
      userEvent(acting(here), kid, 'link', { kind: [null, made.kind], expires_at: [null, made.expiresAt] }),
    ]);
    return made;
  });
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

const create = async (here: CallOf<'POST /users'>) => {
  const made = (await perform(here, 'create', { collection: 'users', body: here.body })) as { id: number };
  const { link, expires_at, mailed } = await invite(here, made.id);
  return { kid: made.id, link, expires_at, mailed };
};

const changeOne = async (here: CallOf<'PATCH /users/:kid'>) => {
  await perform(here, 'update', { collection: 'users', pathIds: [numberOf(here, 'kid')], body: here.body });
  return DONE;
};

export const users = {
  'GET /users': list,
  'POST /users': create,
  'PATCH /users/:kid': changeOne,
  'DELETE /users/:kid': async (here) => {
    await perform(here, 'remove', { collection: 'users', pathIds: [numberOf(here, 'kid')] });
    return DONE;
  },
  'POST /users/:kid/invitation': (here) => invite(here, numberOf(here, 'kid')),
} satisfies Partial<Handlers>;
