/** An organisation has an administrator who can sign in, and only administrators appoint others (rules 8.2). */
import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../src/sql/sql.ts';
import { type SettingsClient, signIn } from '../support/browser-session.ts';
import { setUpService } from '../support/fixture.ts';
import { newPerson, type Person } from '../support/people.ts';
import type { Client, Organisation, Reply } from '../support/service.ts';

const { service } = setUpService();

interface Place {
  readonly organisation: Organisation;
  readonly api: Client;
  readonly admin: SettingsClient;
}
const start = async (): Promise<Place> => {
  const organisation = await service.organisation();
  return {
    organisation,
    api: await organisation.client(),
    admin: await signIn(service.address, organisation.login),
  };
};

const answerOf = ({ status, error }: Reply) => [status, error];
const LAST = [409, 'last_administrator'];
const FORBIDDEN = [403, 'administrator_required'];

/** Every way in which an administrator is lost. */
const WAYS = [
  ['demoted', 'PATCH', { rolle: 'berater' }],
  ['without a role', 'PATCH', { rolle: null }],
  ['deactivated', 'PATCH', { aktiv: false }],
  ['renamed', 'PATCH', { email: 'jemand@example.com' }],
  ['demoted beside other changes', 'PATCH', { name: 'Neuer Name', rolle: 'berater' }],
  ['deleted', 'DELETE', undefined],
] as const;

describe('the last administrator who can sign in', () => {
  let place: Place;
  let asked: Record<'settings' | 'API', (method: string, body?: object) => Promise<Reply>>;
  beforeAll(async () => {
    place = await start();
    const { organisation, api, admin } = place;
    // Neither of these can sign in.
    await api.post('/v3/users', { email: `ohne-passwort@example.com`, name: 'Ohne', rolle: 'admin' });
    const off = await newPerson(service, admin, `aus@example.com`, 'admin');
    expect((await api.patch(`/v3/users/${off.kid}`, { aktiv: false })).status).toBe(200);
    const { adminKid } = organisation;
    asked = {
      settings: (method, body) => admin.send(method, `/users/${adminKid}`, body),
      API: (method, body) =>
        api.send(method, `/v3/users/${adminKid}`, body && JSON.stringify(body), {
          ...(body ? { 'content-type': 'application/json' } : {}),
        }),
    };
  });

  test.each(
    (['settings', 'API'] as const).flatMap((by) => WAYS.map(([name, ...way]) => [name, by, ...way] as const)),
  )('cannot be %s through the %s', async (_name, by, method, body) => {
    const { api, organisation, admin } = place;
    const before = (await api.get(`/v3/users/${organisation.adminKid}`)).text;
    expect(answerOf(await asked[by](method, body))).toEqual(LAST);
    expect((await api.get(`/v3/users/${organisation.adminKid}`)).text).toBe(before);
    expect((await admin.get('/account')).status).toBe(200);
  });

  test('can change every other field, and the case of the address', async () => {
    const { organisation, api } = place;
    const email = organisation.login.email.toUpperCase();
    expect((await api.patch(`/v3/users/${organisation.adminKid}`, { email, vorname: 'Anna' })).status).toBe(200);
    expect((await signIn(service.address, organisation.login)).signedIn.status).toBe(200);
  });

  test('can be removed once another one can sign in', async () => {
    const { organisation, admin } = await start();
    const second = await newPerson(service, admin, 'zweite@example.com', 'admin');
    const session = await second.signIn();
    expect((await session.send('DELETE', `/users/${organisation.adminKid}`)).status).toBe(200);
    expect(answerOf(await session.send('DELETE', `/users/${second.kid}`))).toEqual(LAST);
  });

  test('is not protected if no administrator ever had a password', async () => {
    const { organisation, api } = await start();
    await service.db.transaction((tx) => tx.run(sql`delete from credential where org_id = ${organisation.orgId}`));
    const { id } = (await api.post('/v3/users', { email: 'frei@example.com', name: 'Frei', rolle: 'admin' })).body;
    expect((await api.patch(`/v3/users/${id}`, { rolle: 'berater' })).status).toBe(200);
    expect((await api.delete(`/v3/users/${organisation.adminKid}`)).status).toBe(200);
  });
});

describe('of two last administrators who are removed at the same time one remains', () => {
  const bodies = WAYS.filter(([name]) => name === 'demoted' || name === 'without a role' || name === 'deactivated');
  test.each([
    ...bodies.map(([name, , body]) => [name, body] as const),
    ['deleted', undefined] as const,
  ])('%s, one through the API and one through the settings', async (_name, body) => {
    for (let round = 0; round < 4; round += 1) {
      const { organisation, admin } = await start();
      const other = await newPerson(service, admin, 'zweite@example.com', 'admin');
      const theirs = await organisation.client({ userKid: other.kid });
      const both = await Promise.all([
        admin.send(body ? 'PATCH' : 'DELETE', `/users/${organisation.adminKid}`, body),
        body ? theirs.patch(`/v3/users/${other.kid}`, body) : theirs.delete(`/v3/users/${other.kid}`),
      ]);
      expect(both.map(answerOf)).toContainEqual(LAST);
      expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    }
  });
});

describe('through a token that does not act for an administrator', () => {
  let place: Place;
  let token: Client;
  let kid: number;
  beforeAll(async () => {
    place = await start();
    kid = (await place.api.post('/v3/users', { email: 'berater@example.com', name: 'B', rolle: 'berater' })).body.id;
    token = await place.organisation.client({ userKid: kid });
    await newPerson(service, place.admin, 'noch-eine@example.com', 'admin');
  });

  test('no user becomes administrator', async () => {
    expect(answerOf(await token.patch(`/v3/users/${kid}`, { rolle: 'admin' }))).toEqual(FORBIDDEN);
    const made = await token.post('/v3/users', { email: 'neu@example.com', name: 'N', rolle: 'admin' });
    expect(answerOf(made)).toEqual(FORBIDDEN);
    const batch = await token.post('/v3/users', [
      { email: 'eins@example.com', name: 'Eins', rolle: 'berater' },
      { email: 'neu@example.com', name: 'Neu', rolle: 'admin' },
    ]);
    expect(batch.status).toBe(207);
    expect(batch.body.inserted).toHaveLength(1);
    expect(batch.body.failed).toMatchObject([{ index: 1, status: 403, error: 'administrator_required' }]);
    expect((await place.api.get(`/v3/users/${kid}`)).body.rolle).toBe('berater');
    expect((await place.api.get('/v3/users?email=neu@example.com')).body.total).toBe(0);
  });

  test.each(WAYS)('no administrator is %s', async (_name, method, body) => {
    const { adminKid } = place.organisation;
    const answer = body
      ? await token.patch(`/v3/users/${adminKid}`, body)
      : await token.send(method, `/v3/users/${adminKid}`);
    expect(answerOf(answer)).toEqual(FORBIDDEN);
  });

  test('other fields, other users and unchanged values need only the scope', async () => {
    const { adminKid } = place.organisation;
    const { rolle, aktiv, email } = (await place.api.get(`/v3/users/${adminKid}`)).body;
    expect((await token.patch(`/v3/users/${adminKid}`, { name: 'Neu', rolle, aktiv, email })).status).toBe(200);
    expect((await token.patch(`/v3/users/${kid}`, { email: 'b@example.com', rolle: 'innendienst' })).status).toBe(200);
    const made = await token.post('/v3/users', { email: 'drei@example.com', name: 'Drei', rolle: 'berater' });
    expect(made.status).toBe(201);
    expect((await token.delete(`/v3/users/${made.body.id}`)).status).toBe(200);
  });

  test('a deactivated administrator does not count as one', async () => {
    const { organisation, api, admin } = await start();
    const other = await newPerson(service, admin, 'aus@example.com', 'admin');
    const theirs = await organisation.client({ userKid: other.kid });
    expect((await theirs.patch(`/v3/users/${organisation.adminKid}`, { aktiv: true, name: 'X' })).status).toBe(200);
    expect((await api.patch(`/v3/users/${other.kid}`, { aktiv: false })).status).toBe(200);
    expect(answerOf(await theirs.patch(`/v3/users/${organisation.adminKid}`, { rolle: null }))).toEqual(FORBIDDEN);
    expect(answerOf(await theirs.patch(`/v3/users/${other.kid}`, { aktiv: true }))).toEqual(FORBIDDEN);
  });
});

describe('the end of sessions', () => {
  let place: Place;
  beforeAll(async () => {
    place = await start();
  });
  const changes: readonly (readonly [string, (one: Person) => Promise<Reply>])[] = [
    ['deactivation', ({ kid }) => place.api.patch(`/v3/users/${kid}`, { aktiv: false })],
    ['another role', ({ kid }) => place.api.patch(`/v3/users/${kid}`, { rolle: 'innendienst' })],
    ['removal', ({ kid }) => place.api.delete(`/v3/users/${kid}`)],
  ];
  test.each(changes)('%s through the API ends them with the next call', async (name, change) => {
    const one = await newPerson(service, place.admin, `${name.replaceAll(' ', '-')}@example.com`);
    const session = await one.signIn();
    expect((await change(one)).status).toBe(200);
    expect((await session.get('/account')).error).toBe('not_signed_in');
    if (name === 'removal') return;
    await place.api.patch(`/v3/users/${one.kid}`, { aktiv: true, rolle: 'berater' });
    expect((await session.get('/account')).error).toBe('not_signed_in');
    expect((await one.signIn()).signedIn.status).toBe(200);
  });

  test('other changes end none, and changes of the sign-in are security events', async () => {
    const { api, admin } = place;
    const one = await newPerson(service, admin, 'bleibt@example.com');
    const session = await one.signIn();
    await api.patch(`/v3/users/${one.kid}`, { name: 'Anders' });
    await api.patch(`/v3/users/${one.kid}`, { email: 'Bleibt.Neu@example.com' });
    expect((await session.get('/account')).body.email).toBe('Bleibt.Neu@example.com');
    const { kid } = one;
    const rows = await service.db.queryLong<{ action: string; security: boolean }>(
      sql`select action, security from audit_entry where section = 'users' and record_id = ${kid} and org_id = ${place.organisation.orgId} order by at, id`,
    );
    expect(rows.map(({ action, security }) => `${action} ${security}`)).toEqual([
      'insert true',
      'link true',
      'password true',
      'sign-in true',
      'update false',
      'update true',
    ]);
  });

  test('a link is invalid after a change of its address', async () => {
    const { admin, api } = place;
    const made = await admin.send('POST', '/users', {
      email: 'tippfehler@example.com',
      name: 'T',
      rolle: null,
      lizenz: false,
    });
    expect((await api.patch(`/v3/users/${made.body.kid}`, { email: 'richtig@example.com' })).status).toBe(200);
    const secret = made.body.link.split('/').at(-1);
    expect((await admin.get(`/invitations/${secret}`)).error).toBe('unknown_invitation');
  });
});
