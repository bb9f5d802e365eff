/** Templates with placeholders, and messages (rules 9.28, 16.25). */
import PostalMime from 'postal-mime';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { openStores } from '../../src/files/open-stores.ts';
import seed from '../../src/model/seed/templates.json' with { type: 'json' };
import { lettersPdf } from '../../src/operations/messages/letter-pdf.ts';
import { startLetterWorker } from '../../src/operations/messages/letter-worker.ts';
import { createMailServer } from '../../src/operations/messages/mail-server.ts';
import { startMessageWorker } from '../../src/operations/messages/message-worker.ts';
import { claimMessage, endClaim } from '../../src/operations/messages/outbox.ts';
import { sql } from '../../src/sql/sql.ts';
import { signIn } from '../support/browser-session.ts';
import { startMailServer } from '../support/mail-server.ts';
import { refusal, setUpRecords } from '../support/rules-fixture.ts';
import { until } from '../support/until.ts';

const mailServer = await startMailServer();
const fixture = setUpRecords('messageword', {
  env: { SMTP_URL: mailServer.url, SMTP_FROM: 'makler@example.com' },
});
const PATH = '/v3/system/templates';
let at: { customer: number; contract: number; damage: number; partner: number; adviser: number };

const post = async (path: string, body: object): Promise<number> => {
  const made = await fixture.client.post(path, body);
  if (made.status !== 201) throw new Error(`${path}: ${made.text}`);
  return made.body.id;
};

beforeAll(async () => {
  const adviser = await post('/v3/users', {
    ...{ vorname: 'Jonas', name: 'Keller', email: 'jonas@example.com' },
    signatur: 'Beste Grüße\nJonas Keller',
  });
  await post(`/v3/users/${adviser}/contacts`, { art: 'Telefon', wert: '+49 30 23125 1' });
  await post(`/v3/users/${adviser}/addresses`, { strasse: 'Bürogasse 3', plz: '10117', ort: 'Berlin', art: 0 });
  const name = { anrede: 'Frau', titel: 'Dr.', vorname: 'Eva', name: '{{ heute }} & Co', geb: '1980-02-01' };
  const customer = await post('/v3/customers', { ...name, betreuer: adviser });
  const home = { strasse: 'Hauptweg 1', plz: '10115', ort: 'Berlin' };
  await post(`/v3/customers/${customer}/addresses`, { ...home, art: 0 });
  await post(`/v3/customers/${customer}/addresses`, { ...home, strasse: 'Postfach 7', art: 1 });
  const partner = await post('/v3/products', { name: 'Muster AG', anrede: 'Firma' });
  const terms = { sparte: 'hausrat', nummer: 'V-1', beitrag: '1234567.5', beginn: '2026-12-31', gd_abr_firma: 0 };
  const contract = await post('/v3/contracts', { ...terms, kid: customer, gesellschaft_kid: partner });
  const damage = await post('/v3/damages', { vertrag: contract, art: 'Sturm/Hagel', draft: 1 });
  at = { customer, contract, damage, partner, adviser };
});

const template = (values: object) => ({ section: 'customers', kind: 'letter', name: 'Vorlage', text: 'x', ...values });
const preview = async (section: string, id: number, text: string, subject?: string) => {
  const made = await post(PATH, template({ section, text, ...(subject ? { subject } : {}) }));
  const shown = await fixture.client.post(`${PATH}/${made}/preview`, { section, id });
  return shown.status === 200 ? shown.body : refusal(shown);
};

test('placeholders have the values of the record and of those that it names, as people write them', async () => {
  const text = [
    '{{ kunde.anschrift }}|{{kunde.briefanrede}}|{{ kunde.geb }}|{{ kunde.betreuer }}|{{ kunde.kontakt_art }}',
    '{{ vertrag.beitrag }}|{{ vertrag.beginn }}|{{ vertrag.sparte }}|{{ vertrag.gd_abr_firma }}|{{ vertrag.ablauf }}',
    '{{ schaden.art }}|{{ schaden.draft }}|{{ gesellschaft.name }}|{{ gesellschaft.anschrift }}',
    '{{ betreuer.name }}|{{ betreuer.telefon }}|{{ betreuer.email }}|{{ betreuer.signatur }}|{{ firma.name }}|{{ betreuer.anschrift }}',
  ].join('\n');
  const subject = 'Für {{ kunde.anschrift }}';
  const organisation = (await fixture.client.get('/v3/contracts?with_schema=true')).body.select_fields.abrFirma[0];
  expect(await preview('damages', at.damage, text, subject)).toEqual({
    subject: 'Für Frau Dr. Eva {{ heute }} & Co Postfach 7 10115 Berlin',
    text: [
      'Frau\nDr. Eva {{ heute }} & Co\nPostfach 7\n10115 Berlin|Sehr geehrte Frau Dr. {{ heute }} & Co|01.02.1980|Jonas Keller|Kunde',
      `1.234.567,50 €|31.12.2026|Hausratversicherung|${organisation.display}|`,
      'Sturm/Hagel|ja|Muster AG|',
      `Jonas Keller|+49 30 23125 1|jonas@example.com|Beste Grüße\nJonas Keller|${organisation.display}|Bürogasse 3, 10117 Berlin`,
    ].join('\n'),
    empty: ['vertrag.ablauf', 'gesellschaft.anschrift'],
  });
  const today = new Date().toLocaleDateString('de-DE', { timeZone: 'Europe/Berlin', dateStyle: 'medium' });
  expect((await preview('products', at.partner, '{{ heute }}')).text).toBe(today);
  const loose = await post('/v3/contracts', { kid: at.customer, gesellschaft: 'Freie Assekuranz' });
  expect((await preview('contracts', loose, '{{ gesellschaft.name }}')).text).toBe('Freie Assekuranz');
});

describe('a text is refused', () => {
  test.each([
    ['{{ kunde.nachname }}', 'did you mean {{ kunde.name }}'],
    ['{{ vertrag.nummer }}', 'section=customers lists them'],
    ['{{#kunde}}x{{/kunde}}', '"{{#kunde}}'],
    ['{{> teil }}', '{{> teil }}'],
    ['{{{ kunde.name }}}', 'is no placeholder'],
    ['{{& kunde.name }}', 'is no placeholder'],
    ['Hallo {{ kunde.name }', '{{ kunde.name }'],
    ['Hallo }}', '}}'],
    ['{{ kunde.constructor }}', 'does not exist'],
  ])('with %s, and the answer says why', async (text, why) => {
    const made = await fixture.client.post(PATH, template({ text }));
    expect(refusal(made)).toBe('400 unknown_placeholder');
    const { message } = made.body.data;
    expect(message).toContain(why);
    expect(message).toMatch(/^text: .*placeholders\?section=customers/);
  });

  test('as a mail without a subject, of an unknown kind, and by a change', async () => {
    expect(refusal(await fixture.client.post(PATH, template({ kind: 'mail' })))).toBe('400 missing_subject');
    const wrong = await fixture.client.post(PATH, template({ kind: 'fax', section: 'goals' }));
    expect(wrong.body.data.issues).toMatchObject([
      { path: ['section'], code: 'invalid_select_value' },
      { path: ['kind'], code: 'invalid_select_value' },
    ]);
    const id = await post(PATH, template({ section: 'contracts', text: '{{ vertrag.nummer }}' }));
    const moved = await fixture.client.patch(`${PATH}/${id}`, { section: 'customers' });
    expect(refusal(moved)).toBe('400 unknown_placeholder');
    expect((await fixture.client.patch(`${PATH}/${id}`, { kind: 'mail', subject: 'Neu' })).status).toBe(200);
  });
});

test('a template of another organisation, and a record of another one, do not exist', async () => {
  const other = await (await fixture.service.organisation()).client();
  const id = await post(PATH, template({ freigabe: 1, text: '{{ kunde.name }}' }));
  const asked = { section: 'customers', id: at.customer };
  expect(refusal(await other.post(`${PATH}/${id}/preview`, asked))).toBe('404 not_found');
  const own = (await other.post(PATH, template({ text: '{{ kunde.name }}' }))).body.id;
  expect(refusal(await other.post(`${PATH}/${own}/preview`, asked))).toBe('404 not_found');
});

test('each listed placeholder can be used, own fields included', async () => {
  for (const section of ['customers', 'contracts', 'damages', 'products'] as const) {
    const { items } = (await fixture.client.get(`${PATH}/placeholders?section=${section}`)).body;
    const text = items.map(({ name }: { name: string }) => `{{ ${name} }}`).join(' ');
    const of = { customers: at.customer, contracts: at.contract, damages: at.damage, products: at.partner };
    expect((await preview(section, of[section], text)).text).not.toMatch(/undefined|null|\[object/);
  }
  expect(refusal(await fixture.client.get(`${PATH}/placeholders?section=goals`))).toBe(
    '400 section:invalid_select_value',
  );
});

test('the templates that come with the service are templates', async () => {
  for (const [language, templates] of Object.entries(seed)) {
    expect([language, templates.map(({ kind }) => kind)]).toEqual([language, seed.de.map(({ kind }) => kind)]);
    for (const one of templates) await post(PATH, { ...one, freigabe: 1 });
  }
  const { items } = (await fixture.client.get(`${PATH}?section=contracts&kind=letter`)).body;
  expect(items.map(({ name }: { name: string }) => name)).toEqual(
    expect.arrayContaining(['Kündigung', 'Broker mandate']),
  );
});

const files = openStores(readConfig({ PORT: '0', DATA_DIR: inject('files') }));
afterAll(() => files.close());

describe('a message', () => {
  const server = createMailServer({ smtpUrl: mailServer.url, smtpFrom: 'makler@example.com' });
  afterAll(() => mailServer.stop());
  /** Runs a worker until something is true. @param ahead milliseconds that its clock is ahead */
  const working = async (ended: () => Promise<boolean>, ahead = 0): Promise<readonly string[]> => {
    const failures: string[] = [];
    const worker = startMessageWorker({
      ...{ db: fixture.service.asService, files, server, allows: () => true, pollMs: 5, now: () => Date.now() + ahead },
      failed: ({ message }) => failures.push(message),
    });
    await until(ended, { what: 'the end of the work' }).finally(() => worker.stop());
    return failures;
  };
  const stateOf = async (id: number) => (await fixture.client.get(`/v3/messages/${id}`)).body;
  const is = (id: number, state: string, tries: number) => async () => {
    const message = await stateOf(id);
    return message.state === state && message.tries === tries;
  };
  const write = (body: object, path = `customers/${at.customer}`, client = fixture.client) =>
    client.post(`/v3/${path}/messages`, {
      ...{ subject: 'Betreff', text: 'Hallo {{ kunde.vorname }}', to: ['eva@example.com'], send: 'mail', ...body },
    });
  const sentWith = (subject: string) => mailServer.mails.filter((mail) => mail.subject === subject);

  test('is kept as a document and an activity, and sent once with its attachments', async () => {
    const attachment = await post(`/v3/customers/${at.customer}/documents`, {
      name: 'Police.txt',
      base64: btoa('Inhalt'),
    });
    const body = {
      subject: 'Schaden {{ vertrag.nummer }}',
      attachments: [attachment],
      to: ['a@example.com', 'A@example.com', 'b@example.com'],
    };
    const made = await write(body, `damages/${at.damage}`);
    expect([made.status, made.body]).toMatchObject([201, { success: true, state: 'queued', empty: [] }]);
    const { id, document_id: document, activity_id: activity } = made.body;
    expect((await fixture.client.get(`/v3/documents/${document}`)).body).toMatchObject({
      ...{ name: 'Schaden V-1.eml', kid: at.customer, schaden: at.damage, is_eml: 1 },
    });
    const shown = (await fixture.client.get(`/v3/activities/${activity}?with_documents=true&with_damages=true`)).body;
    expect(shown).toMatchObject({
      kid: at.customer,
      kategorie: 3,
      titel: 'Schaden V-1',
      beschreibung: 'Hallo Eva',
      status: 1,
    });
    expect([shown.documents[0].id, shown.damages[0].id]).toEqual([document, at.damage]);
    expect(await working(is(id, 'sent', 1))).toEqual([]);
    expect(await stateOf(id)).toMatchObject({
      to: ['A@example.com', 'b@example.com'],
      error: null,
      sent: expect.any(String),
    });
    const [mail, ...others] = sentWith('Schaden V-1');
    expect([mail?.to, mail?.from, others]).toEqual([['A@example.com', 'b@example.com'], 'makler@example.com', []]);
    const kept = await fixture.client.get(`/v3/documents/${document}/content`);
    const parsed = await PostalMime.parse(kept.text);
    expect(parsed).toMatchObject({
      from: { address: 'makler@example.com' },
      text: expect.stringContaining('Hallo Eva'),
    });
    expect(new TextDecoder().decode(parsed.attachments[0]?.content as ArrayBuffer)).toBe('Inhalt');
    expect(mail?.id).toBe(parsed.messageId);
    for (const path of [`damages/${at.damage}`, `customers/${at.customer}`])
      expect(
        (await fixture.client.get(`/v3/${path}/messages`)).body.items.map((one: { id: number }) => one.id),
      ).toContain(id);
  });

  test('is tried again after a failure, and no more after a refusal', async () => {
    const { id } = (await write({ subject: 'Später' })).body;
    mailServer.refuse('Try again', 451);
    expect((await working(is(id, 'queued', 1))).join()).toContain('Try again');
    expect(await stateOf(id)).toMatchObject({ error: 'refused', sent: null });
    mailServer.refuse(null);
    await working(is(id, 'sent', 2), 10_000);
    expect(sentWith('Später')).toHaveLength(1);
    const refused = (await write({ subject: 'Nie' })).body.id;
    mailServer.refuse('No such user', 550);
    await working(is(refused, 'failed', 1));
    mailServer.refuse(null);
    expect((await stateOf(refused)).error).toBe('refused');
    expect(sentWith('Nie')).toEqual([]);
    const again = (message: number, headers = {}) =>
      fixture.client.post(`/v3/messages/${message}/resend`, undefined, headers);
    const click = { 'Idempotency-Key': 'ein Klick' };
    expect((await again(refused, click)).body).toEqual({ success: true, id: refused });
    expect((await again(refused, click)).body).toEqual({ success: true, id: refused });
    expect(refusal(await again(refused))).toBe('409 message_not_failed');
    expect(await stateOf(refused)).toMatchObject({ state: 'queued', tries: 0, error: null });
    await working(is(refused, 'sent', 1));
    expect(sentWith('Nie')).toHaveLength(1);
    expect(refusal(await again(id))).toBe('409 message_not_failed');
    const other = await (await fixture.service.organisation()).client();
    expect(refusal(await other.post(`/v3/messages/${refused}/resend`))).toBe('404 not_found');
    const entries = await fixture.service.db.read<{ n: number }>(sql`select count(*)::int as n
      from audit_entry a
      where a.org_id = ${fixture.organisation.orgId} and a.section = 'messages' and a.action = 'resend' and a.record_id = ${refused}`);
    expect(entries).toEqual([{ n: 1 }]);
  });

  test('of a worker that died is sent by the next one; of a deleted document it is not sent', async () => {
    const { id } = (await write({ subject: 'Absturz' })).body;
    const key = { org_id: fixture.organisation.orgId, id };
    const claimed = await claimMessage(fixture.service.db, key, Date.now());
    expect(claimed).toMatchObject({ tries: 1, recipients: ['eva@example.com'] });
    expect(await claimMessage(fixture.service.db, key, Date.now()), 'claimed twice').toBe(null);
    const { id: gone, document_id: document } = (await write({ subject: 'Weg' })).body;
    await fixture.client.delete(`/v3/documents/${document}`);
    const failedOf = () =>
      fixture.service.db.read(sql`select error from message where id = ${gone} and state = 'failed'`);
    await working(async () => (await is(id, 'sent', 2)()) && (await failedOf()).length > 0, 200_000);
    expect(await failedOf()).toEqual([{ error: 'deleted' }]);
    expect([sentWith('Absturz').length, sentWith('Weg').length]).toEqual([1, 0]);
    // The outcome of the dead worker is too late.
    await endClaim(fixture.service.db, key, claimed?.lease ?? '', {
      state: 'failed',
      error: 'timeout',
      at: Date.now(),
    });
    expect((await stateOf(id)).state).toBe('sent');
  });

  test('is refused with the reason, and nothing is kept then', async () => {
    const other = await (await fixture.service.organisation()).client();
    const stranger = await fixture.customer();
    const foreign = await post(`/v3/customers/${stranger}/documents`, { name: 'a.txt', base64: btoa('x') });
    const before = (await fixture.client.get('/v3/activities')).body.total;
    const issue = async (body: object) => refusal(await write(body));
    expect(await issue({ attachments: [foreign] })).toBe('400 attachments.0:invalid_reference');
    expect(await issue({ to: [] })).toBe('400 to:too_small');
    expect(await issue({ to: ['eva'] })).toBe('400 to.0:invalid_format');
    expect(await issue({ to: Array.from({ length: 21 }, (_, n) => `a${n}@example.com`) })).toBe('400 to:too_big');
    expect(await issue({ subject: ' ' })).toBe('400 subject:too_small');
    expect(await issue({ template: 2_000_000_000 })).toBe('400 template:invalid_reference');
    expect(await issue({ text: '{{ kunde.x }}' })).toBe('400 unknown_placeholder');
    const large = await post(`/v3/customers/${at.customer}/documents`, { name: 'a.txt', base64: btoa('x') });
    await fixture.service.db.read(sql`update document set size = 20000000 where id = ${large}`);
    expect(await issue({ attachments: [large] })).toBe('413 file_too_large');
    await fixture.service.db.read(sql`update document set size = 1 where id = ${large}`);
    expect(refusal(await write({}, `customers/${at.customer}`, other))).toBe('404 not_found');
    expect((await fixture.client.get('/v3/activities')).body.total).toBe(before);
    const { id } = (await write({ send: 'none', to: [] })).body;
    expect(await stateOf(id)).toMatchObject({ state: 'none', to: [], tries: 0 });
    expect(refusal(await other.get(`/v3/messages/${id}`))).toBe('404 not_found');
  });

  test('the 601st of an hour is refused; a template gives subject and text', async () => {
    const template = await post(PATH, {
      section: 'customers',
      kind: 'mail',
      name: 'x',
      subject: 'Für {{ kunde.vorname }}',
      text: 'Text{{ kunde.namenszusatz }}',
    });
    const made = await write({ template, subject: undefined, text: undefined, send: 'none' });
    const { activity_id: activity, empty } = made.body;
    expect(empty).toEqual(['kunde.namenszusatz']);
    expect((await fixture.client.get(`/v3/activities/${activity}`)).body).toMatchObject({
      titel: 'Für Eva',
      beschreibung: 'Text',
    });
    const { orgId } = fixture.organisation;
    await fixture.service.db.read(sql`insert into message (org_id, id, document_id, activity_id, state, recipients, created_at, next_attempt_at)
      select ${orgId}, 1000000 + n, 1, 1, 'sent', '{}', now(), now() from generate_series(1, 600) n`);
    const refused = await write({});
    expect([refused.status, refused.error]).toEqual([429, 'too_many_mails']);
    expect((await write({ send: 'none' })).status).toBe(201);
    await fixture.service.db.read(sql`delete from message where id > 1000000`);
  });

  test('to each of many records goes to the address that is stored, as an hour has room', async () => {
    const { orgId } = fixture.organisation;
    const withAddress = async (...contacts: (readonly [string, number])[]) => {
      const kid = await fixture.customer({ vorname: 'Ida' });
      for (const [wert, werbung] of contacts)
        await post(`/v3/customers/${kid}/contacts`, { art: 'E-Mail', wert, werbung });
      return kid;
    };
    const both = await withAddress(['nein@example.com', 0], ['ja@example.com', 1]);
    const plain = await withAddress(['kein Wort', 1], ['plain@example.com', 0]);
    const none = await withAddress();
    const ids = [both, none, plain, 2_000_000_000];
    const check = (body: object) =>
      fixture.client.post('/v3/letters/recipients', { section: 'customers', ids, ...body });
    expect((await check({})).body).toEqual({
      without_address: [none, 2_000_000_000],
      without_consent: [none, plain, 2_000_000_000],
    });
    const letter = { kind: 'mail', subject: 'Neu, {{ kunde.vorname }}', text: 'Am {{ kunde.geb }}' };
    const made = await post(PATH, template(letter));
    const begin = async (body: object, section = 'customers') => fixture.client.post(`/v3/${section}/letters`, body);
    await fixture.service.db.read(sql`insert into message (org_id, id, document_id, activity_id, state, recipients, created_at, next_attempt_at)
      select ${orgId}, 1000000 + n, 1, 1, 'sent', '{}', now(), now() from generate_series(1,
        599 - (select count(*) from message m where m.org_id = ${orgId} and m.state <> 'none')) n`);
    const { id } = (await begin({ template: made, ids, subject: 'Alle {{ kunde.vorname }}' })).body;
    const jobOf = async (job: number) => (await fixture.client.get(`/v3/letters/${job}`)).body;
    const making = async (ended: () => Promise<boolean>, ahead = 0) => {
      const failures: string[] = [];
      const worker = startLetterWorker({
        ...{
          db: fixture.service.asService,
          files,
          from: 'makler@example.com',
          pollMs: 5,
          now: () => Date.now() + ahead,
        },
        failed: ({ stack }) => failures.push(String(stack)),
      });
      await until(async () => failures.length > 0 || (await ended()), { what: 'the e-mails' }).finally(() =>
        worker.stop(),
      );
      expect(failures).toEqual([]);
    };
    const isWaiting = async () => {
      const [row] = await fixture.service.db.read<{
        waits: boolean;
      }>(sql`select leased_until > now() + interval '50 s' as waits
        from letter_job where org_id = ${orgId} and id = ${id}`);
      const { done, failed } = await jobOf(id);
      return done === 1 && failed.length === 1 && row?.waits === true;
    };
    await making(isWaiting);
    expect(await jobOf(id)).toMatchObject({ state: 'running', kind: 'mail', mails: { queued: 1, sent: 0, failed: 0 } });
    await fixture.service.db.read(sql`delete from message where id > 1000000`);
    await making(async () => (await jobOf(id)).state !== 'running', 61_000);
    const state = await jobOf(id);
    expect(state).toMatchObject({ state: 'done', total: 4, done: 2, mails: { queued: 2, sent: 0, failed: 0 } });
    expect(state.failed).toEqual([
      { id: none, code: 'no_email_address' },
      { id: 2_000_000_000, code: 'not_found' },
    ]);
    expect(state.incomplete).toEqual([both, plain].map((one) => ({ id: one, empty: ['kunde.geb'] })));
    const [first] = (await fixture.client.get(`/v3/customers/${both}/messages`)).body.items;
    expect(first).toMatchObject({ to: ['nein@example.com'], document_id: state.document_ids[0] });
    mailServer.refuse('No such user', 550);
    await working(async () => (await jobOf(id)).mails.failed === 2, 62_000);
    mailServer.refuse(null);
    expect((await jobOf(id)).unsent).toMatchObject([
      { id: both, message_id: first.id, error: 'refused' },
      { id: plain, error: 'refused' },
    ]);
    expect(refusal(await fixture.client.get(`/v3/letters/${id}/download`))).toBe('409 letters_not_done');

    const wanted = { template: made, ids: [both, plain], consent: true };
    const consenting = (await begin(wanted)).body.id;
    await making(async () => (await jobOf(consenting)).state !== 'running', 62_000);
    expect((await jobOf(consenting)).failed).toEqual([{ id: plain, code: 'no_email_address' }]);
    const [latest] = (await fixture.client.get(`/v3/customers/${both}/messages`)).body.items;
    expect(latest.to).toEqual(['ja@example.com']);
    await post(`/v3/products/${at.partner}/contacts`, { art: 'E-Mail', wert: 'schaden@example.com' });
    const report = await post(PATH, template({ ...letter, section: 'damages' }));
    const reported = { template: report, ids: [at.damage], recipient: 'gesellschaft' };
    const insurer = (await begin(reported, 'damages')).body.id;
    await making(async () => (await jobOf(insurer)).state !== 'running', 62_000);
    const [sent] = (await fixture.client.get(`/v3/damages/${at.damage}/messages`)).body.items;
    expect(sent).toMatchObject({ to: ['schaden@example.com'], kid: at.customer, schaden: at.damage });
    expect(refusal(await begin({ template: made, ids, recipient: 'gesellschaft' }))).toBe(
      '400 recipient:invalid_reference',
    );
    expect(refusal(await begin({ template: made, ids, subject: ' ' }))).toBe('400 subject:too_small');
    const shown = await fixture.client.post(`${PATH}/${made}/preview`, {
      ...{ section: 'customers', id: both, subject: 'Kurz', text: 'Für {{ kunde.vorname }}' },
    });
    expect(shown.body).toEqual({ subject: 'Kurz', text: 'Für Ida', empty: [] });
  });
});

describe('letters', () => {
  /** The texts of the pages of a PDF. */
  const pagesAt = async (path: string): Promise<readonly string[]> => {
    const headers = { authorization: `Bearer ${fixture.client.token}` };
    const answer = await fetch(`${fixture.service.address}${path}`, { headers });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    return (await extractText(await getDocumentProxy(new Uint8Array(await answer.arrayBuffer())))).text;
  };
  const write = (section: string, body: object, client = fixture.client) => client.post(`/v3/${section}/letters`, body);
  const stateOf = async (id: number) => (await fixture.client.get(`/v3/letters/${id}`)).body;
  const working = async (ended: () => Promise<boolean>): Promise<readonly string[]> => {
    const failures: string[] = [];
    const failed = ({ stack }: Error) => failures.push(String(stack));
    const worker = startLetterWorker({ db: fixture.service.asService, files, failed, pollMs: 5 });
    const isOver = async () => failures.length > 0 || (await ended());
    await until(isOver, { what: 'the letters' }).finally(() => worker.stop());
    return failures;
  };
  const isDone = (id: number) => async () => (await stateOf(id)).state !== 'running';

  test('are documents and activities of their records, one PDF, and each is made once', async () => {
    const plain = await fixture.customer({ vorname: 'Łukasz', name: 'Şahin-Groß 漢' });
    const text = `{{ kunde.briefanrede }},\n\n{{ kunde.geb }} 5 € ${'Absatz. '.repeat(900)}`;
    const made = await post(PATH, template({ text, subject: 'Für {{ kunde.vorname }}' }));
    const begun = await write('customers', { template: made, ids: [at.customer, 2_000_000_000, plain, plain] });
    expect([begun.status, begun.body]).toEqual([202, { id: expect.any(Number), state: 'running' }]);
    const { id } = begun.body;
    expect(refusal(await fixture.client.get(`/v3/letters/${id}/download`))).toBe('409 letters_not_done');
    // A worker that stops after the first letter leaves the others to the next one.
    expect(await working(async () => (await stateOf(id)).done > 0)).toEqual([]);
    expect(await working(isDone(id))).toEqual([]);
    const state = await stateOf(id);
    expect(state).toMatchObject({ state: 'done', section: 'customers', total: 3, done: 2 });
    expect(state.failed).toEqual([{ id: 2_000_000_000, code: 'not_found' }]);
    expect(state.incomplete).toEqual([{ id: plain, empty: ['kunde.geb', 'kunde.anschrift'] }]);
    const [document, second] = state.document_ids;
    expect((await fixture.client.get(`/v3/documents/${document}`)).body).toMatchObject({
      ...{ name: 'Für Eva.pdf', kid: at.customer, extension: 'pdf' },
    });
    for (const kid of [at.customer, plain]) {
      const { items } = (await fixture.client.get(`/v3/customers/${kid}/activities?kategorie=5&with_documents=true`))
        .body;
      expect(items.map((one: { documents: { id: number }[] }) => one.documents.map((of) => of.id))).toEqual([
        [kid === plain ? second : document],
      ]);
    }
    const pages = await pagesAt(`/v3/letters/${id}/download`);
    expect(pages[0]).toMatch(/Frau\s+Dr\. Eva \{\{ heute \}\} & Co\s+Postfach 7\s+10115 Berlin/);
    expect(pages[0]).toMatch(
      /Ansprechpartner\s+Jonas Keller[\s\S]*jonas@example\.com[\s\S]*Für Eva[\s\S]*01\.02\.1980 5 €/,
    );
    expect(pages[0]).not.toContain('Seite');
    expect(pages[1]).toMatch(/Seite 2 von \d/);
    expect(
      pages.filter((page) => page.includes('Łukasz Şahin-Groß \ufffd')),
      'a letter for the customer',
    ).toHaveLength(1);
    const one = await pagesAt(`/v3/documents/${document}/content`);
    expect(one).toEqual(pages.slice(0, one.length));
    const [kept] = await fixture.service.db.read(sql`select subject, text from letter_job where id = ${id}`);
    expect(kept).toEqual({ subject: '', text: '' });
  });

  test('go to whom their text says, and are refused with the reason', async () => {
    const other = await (await fixture.service.organisation()).client();
    const text = '{{ gesellschaft.anschrift }}\n\nVertrag {{ vertrag.nummer }}';
    const made = await post(PATH, template({ section: 'contracts', text }));
    const record = await post(PATH, template({ section: 'damages', kind: 'record', text: 'Rat', subject: '§ 61 VVG' }));
    const ids = [at.contract];
    for (const [section, body, page] of [
      ['contracts', { template: made, ids }, /Muster AG[\s\S]*Vertrag V-1/],
      [
        'contracts',
        { template: made, ids, text: 'Neu {{ kunde.name }}', subject: 'Nur jetzt' },
        /Berlin[\s\S]*Nur jetzt\s+Neu/,
      ],
      ['damages', { template: record, ids: [at.damage] }, /§ 61 VVG\s+Rat/],
    ] as const) {
      const { id } = (await write(section, body)).body;
      await working(isDone(id));
      const [document] = (await stateOf(id)).document_ids;
      expect((await pagesAt(`/v3/documents/${document}/content`)).join('\n')).toMatch(page);
      expect(refusal(await other.get(`/v3/letters/${id}`))).toBe('404 not_found');
    }
    const issue = async (body: object, section = 'contracts') => refusal(await write(section, { ids, ...body }));
    expect(await issue({ template: made }, 'damages')).toBe('400 template:invalid_reference');
    expect(await issue({ template: made, text: '{{ kunde.x }}' })).toBe('400 unknown_placeholder');
    expect(await issue({ template: made, text: ' ' })).toBe('400 text:too_small');
    expect(await issue({ template: made, ids: [] })).toBe('400 ids:too_small');
    expect(await issue({ template: made, ids: Array.from({ length: 501 }, (_, n) => n + 1) })).toBe('400 ids:too_big');
  });

  test('have the letterhead of the organisation, once it has one', async () => {
    const admin = await signIn(fixture.service.address, fixture.organisation.login);
    const head = {
      name: 'Makler am Markt GmbH',
      strasse: 'Marktplatz 5',
      plz: '04109',
      ort: 'Leipzig',
      telefon: '0341 1',
    };
    const footer = [
      'Geschäftsführerin: Eva Muster',
      'Register: D-ABCD-12345-01\n(§ 34d GewO), IHK Leipzig',
      'DE02120300000000202051',
    ];
    const empty = { name: '', footer: [] };
    const all = { ...head, website: 'makler.example', footer };
    expect((await admin.send('PATCH', '/letterhead', { ...all, before: empty })).status).toBe(200);
    expect((await admin.get('/letterhead')).body).toEqual({ ...all, email: '' });
    const made = await post(PATH, template({ text: 'Absatz. '.repeat(900) }));
    const { id } = (await write('customers', { template: made, ids: [at.customer] })).body;
    expect(await working(isDone(id))).toEqual([]);
    const [first = '', second = ''] = await pagesAt(`/v3/letters/${id}/download`);
    expect(first).toMatch(/Makler am Markt GmbH · Marktplatz 5 · 04109 Leipzig/);
    expect(first).not.toContain('Bürogasse');
    for (const text of ['makler.example', '0341 1']) expect(first).toContain(text);
    for (const page of [first, second])
      for (const text of ['Geschäftsführerin: Eva Muster', '(§ 34d GewO), IHK Leipzig', 'DE02120300000000202051'])
        expect(page).toContain(text);
    expect(second).toMatch(/Seite 2 von \d/);
    const shown = await fetch(`${fixture.service.address}/settings/api/letterhead/preview`, {
      headers: { cookie: admin.cookie },
    });
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(await shown.arrayBuffer())));
    expect(text.join('')).toMatch(/Makler am Markt GmbH[\s\S]*Erika Muster[\s\S]*Eva Muster/);
    const wrong = await admin.send('PATCH', '/letterhead', { name: 'x'.repeat(101), footer: ['', '', '', ''] });
    expect(refusal(wrong)).toBe('400 name:too_big,footer:too_big');
  });

  test('are the same bytes from the same content, whatever it has', async () => {
    const info = [['Datum', '30.11.2026']] as const;
    const content = {
      kind: 'letter',
      language: 'de',
      firm: 'F',
      sender: 'F · Weg 1, 10115 Berlin',
      contact: ['Weg 1', '10115 Berlin'],
      footer: ['Geschäftsführerin\nEva Muster', 'D-ABCD-12345-01', ''],
      address: 'Zeile\n'.repeat(20),
      info,
      subject: '',
    } as const;
    const bytesOf = async (text: string) =>
      Buffer.concat(await (await lettersPdf([{ ...content, text }], 0)).toArray());
    for (const text of ['', 'x'.repeat(65_000), '\ud83d\u202e\u0000\r\tü'])
      expect(Buffer.compare(await bytesOf(text), await bytesOf(text))).toBe(0);
  });
});
