/** Organisation, mails, the own name, the work account, a required second factor and a forgotten password in a real Chromium. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../src/sql/sql.ts';
import { PICTURE } from '../support/audited-routes.ts';
import { hasBrowser } from '../support/browser.ts';
import { signIn } from '../support/browser-session.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { CLIENT, startRealIssuer } from '../support/oidc-issuer.ts';
import { newPerson } from '../support/people.ts';
import { expectUsable, pageIsThere, settingsTests } from '../support/settings-window.ts';

const LOOKS = [{ scheme: 'light' }, { scheme: 'dark', width: 390 }] as const;

describe.runIf(hasBrowser)('with a mail server', () => {
  let mailServer: MailServer;
  const env: Record<string, string> = { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' };
  beforeAll(async () => {
    mailServer = await startMailServer();
    env.SMTP_URL = mailServer.url;
  });
  const tests = settingsTests({ env, away: /^http:\/\/127\.0\.0\.1:/ });
  afterAll(() => mailServer.stop());

  test.each(LOOKS)('name, time zone, logo and a test mail, $scheme', async (look) => {
    const page = await tests.signedIn('/settings/organisation', look);
    await page.getByRole('textbox', { name: 'Name' }).fill(`Makler ${look.scheme}`);
    const zone = page.getByRole('combobox', { name: 'Time zone' });
    await zone.fill('Lisb');
    await page.getByRole('option', { name: 'Europe/Lisbon' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.', { exact: true }).first().waitFor();
    await expectUsable(page, 'saved');
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose a picture' }).click();
    await (await chooser).setFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
    await page.getByText('The picture must be a PNG, JPEG or WebP').waitFor();
    const large = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose a picture' }).click();
    const calls: string[] = [];
    page.on('request', (request) => calls.push(`${request.method()} ${new URL(request.url()).pathname}`));
    await (await large).setFiles({ name: 'large.png', mimeType: 'image/png', buffer: Buffer.alloc(4_000_000) });
    await page.getByText('of at most 256 KB and 2,000 pixels a side.').waitFor();
    expect(calls).not.toContain('POST /settings/api/organisation/logo');
    const again = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose a picture' }).click();
    await (await again).setFiles({ name: 'logo.png', mimeType: 'image/png', buffer: PICTURE });
    await page.getByRole('img', { name: `Logo of Makler ${look.scheme}` }).waitFor();
    const inFrame = page.getByRole('banner').getByRole('img', { name: `Makler ${look.scheme}`, exact: true });
    await expect.poll(() => inFrame.evaluate((img) => Reflect.get(img, 'naturalWidth'))).toBe(1);
    const count = mailServer.mails.length;
    await page.getByRole('button', { name: 'Test mail to me' }).click();
    await page.getByText(`The mail server accepted the mail to ${tests.organisation.login.email}`).waitFor();
    expect(mailServer.mails).toHaveLength(count + 1);
    expect(mailServer.mails.at(-1)?.subject).toBe(`Test: Makler ${look.scheme}`);
    await expectUsable(page, 'tested');
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No logo.').waitFor();
    await expect.poll(() => inFrame.count()).toBe(0);
  });

  test.each(
    LOOKS,
  )('a mailbox is made, tested, changed and deleted, and an own mail server is set, $scheme', async (look) => {
    const page = await tests.signedIn('/settings/mailboxes', look);
    const dialog = page.getByRole('dialog');
    const name = `Büro ${look.scheme}`;
    await page.getByText('There is no mailbox yet.').waitFor();
    await expectUsable(page, 'empty');
    await page.getByRole('button', { name: 'Add a mailbox' }).click();
    await dialog.getByText('E-mails that arrive from today on are fetched.').waitFor();
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByText('Please fill this in.').first().waitFor();
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
    await dialog.getByRole('textbox', { name: 'Server' }).fill('10.0.0.1');
    await dialog.getByRole('textbox', { name: 'User' }).fill('makler');
    await dialog.getByLabel(/^Password/).fill('geheim');
    await expectUsable(page, 'form');
    await dialog.getByRole('button', { name: 'Create' }).click();
    // It is tested at once.
    const box = page.getByRole('article', { name });
    await box.getByText('is in an internal network that the operator').waitFor();
    await expectUsable(page, 'failure');
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await dialog.getByRole('textbox', { name: 'Server' }).fill('10.0.0.2');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Please fill this in.').waitFor();
    await dialog.getByLabel(/^Password/).fill('geheim');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await box.getByText('10.0.0.2', { exact: false }).first().waitFor();
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('There is no mailbox yet.').waitFor();

    await page.getByRole('button', { name: 'Set an own mail server' }).click();
    await dialog.getByRole('textbox', { name: 'Server' }).fill('10.0.0.1');
    await dialog.getByRole('textbox', { name: 'Sender' }).fill('makler@example.com');
    await expectUsable(page, 'server form');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Test mail to me' }).click();
    await page.getByText('is in an internal network that the operator').waitFor();
    await expectUsable(page, 'server');
    await page.getByRole('button', { name: 'Remove' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('if it has one.').waitFor();
  });

  test('the issuer is set up, tested, and signs users in and out', async () => {
    const { address } = tests.service;
    const { email, password } = tests.organisation.login;
    const issuer = await startRealIssuer([`${address}/sso/callback`], [`${address}/login`]);
    issuer.person = { sub: 'chef', email, email_verified: true };
    const page = await tests.signedIn('/settings/sso', { scheme: 'dark', width: 390 });
    const dialog = page.getByRole('dialog');
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    const save = async (secret: string) => {
      await dialog.getByLabel(/^Client secret/).fill(secret);
      await dialog
        .getByLabel(/password/i)
        .and(dialog.locator('[autocomplete=current-password]'))
        .fill(password);
      await expectUsable(page, 'form');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.waitFor({ state: 'detached' });
    };
    await page.getByText('So far everyone signs in with a password').waitFor();
    expect(await page.getByRole('textbox', { name: 'Redirect address' }).inputValue()).toBe(`${address}/sso/callback`);
    await expectUsable(page, 'empty');
    await press('Set up');
    await dialog.getByLabel('Issuer').fill(issuer.url);
    await dialog.getByLabel('Client ID').fill(CLIENT.client_id);
    await save('wrong');
    await page.getByText('Not active yet').waitFor();
    await expectUsable(page, 'not active');
    await press('Test');
    await page.getByText('The work sign-in refuses the client ID or the client secret.').waitFor();
    expect(new URL(page.url()).search).toBe('');
    await expectUsable(page, 'refused');
    await page.getByRole('link', { name: 'To the settings' }).click();
    await press('Edit');
    await dialog.getByLabel('Users can sign in with the work account').check();
    await save(CLIENT.client_secret);
    await page.getByText('Active: users can sign in').waitFor();
    await press('Test');
    await page.getByText(`It works: ${email} would be signed in as`).waitFor();
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.emulateMedia({ colorScheme: 'light' });
    await expectUsable(page, 'tested');

    await page.goto('/settings/sso');
    await pageIsThere(page);
    const signOut = async () => {
      await press('User menu');
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
    };
    await signOut();
    await page.goto('/settings/audit?page=1');
    await press('Sign in with your work account');
    await page.getByText('Please fill this in.').first().waitFor();
    await page.getByLabel('E-mail address').fill(email);
    await expectUsable(page, 'sign-in');
    await press('Sign in with your work account');
    await page.waitForURL('/settings/audit?page=1');
    await pageIsThere(page);
    await signOut();
    await page.waitForURL(`${issuer.url}/**`);

    await page.goto(`/sso/${tests.organisation.orgId}`);
    const go = page.getByRole('link', { name: `Continue to ${new URL(issuer.url).host}` });
    await go.waitFor();
    await expectUsable(page, 'link');
    await go.click();
    await page.getByRole('heading', { level: 1, name: 'My day' }).waitFor();

    const admin = await signIn(address, tests.organisation.login);
    const ida = { email: 'ida@example.com', name: 'Ida', rolle: 'berater', lizenz: false };
    const { kid } = (await admin.send('POST', '/users', ida)).body;
    issuer.person = { sub: 'ida', email: ida.email, email_verified: true };
    const window = await tests.open(`/sso/${tests.organisation.orgId}`);
    const pressIn = (name: string) => window.getByRole('button', { name, exact: true }).click();
    await window.getByRole('link', { name: /^Continue to/ }).click();
    await window.getByRole('heading', { level: 1, name: 'My day' }).waitFor();
    // Without a password the issuer is asked for the proof.
    await window.goto('/settings/account?from=here');
    await pressIn('Set up');
    await window.getByRole('dialog').getByText('You have no password here.').waitFor();
    expect(await window.getByText('Please confirm this with your password.').count()).toBe(0);
    expect(await window.locator('input[type=password]').count()).toBe(0);
    await expectUsable(window, 'proof');
    await pressIn('Confirm with your work account');
    await window.waitForURL('/settings/account?from=here');
    await pressIn('Set up');
    await pressIn('Continue');
    const secret = await window.getByLabel('Secret', { exact: true }).inputValue();
    await window.getByLabel('Code from the app').fill(new TOTP({ secret }).generate());
    await pressIn('Switch on');
    await window.getByRole('list', { name: 'Recovery codes' }).waitFor();
    await tests.service.db.transaction((tx) => tx.run(sql`update credential set totp_step = 0 where kid = ${kid}`));
    await window.context().clearCookies();
    await window.goto(`/sso/${tests.organisation.orgId}`);
    await window.getByRole('link', { name: /^Continue to/ }).click();
    await window.getByText('Your work account is confirmed.').waitFor();
    await expectUsable(window, 'code');
    await window.getByLabel('Code').fill(new TOTP({ secret }).generate());
    await pressIn('Sign in');
    await window.getByRole('heading', { level: 1, name: 'My day' }).waitFor();
    await page.goto('/settings/users');
    await pageIsThere(page);
    await press('Actions for Ida');
    await page.getByRole('menuitem', { name: 'Release the work account' }).click();
    await expectUsable(page, 'release');
    await dialog.getByRole('button', { name: 'Release the work account' }).click();
    await page.getByText('The work account was released.').waitFor();
    await issuer.stop();
  });

  test('a picture whose upload failed can be chosen again', async () => {
    const page = await tests.signedIn('/settings/organisation');
    const path = join(await mkdtemp(join(tmpdir(), 'logo-')), 'Büro & Söhne ß.png');
    await writeFile(path, PICTURE);
    const choose = async () => {
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Choose a picture' }).click();
      await (await chooser).setFiles(path);
    };
    await page.route('**/settings/api/organisation/logo', (route) => route.abort());
    await choose();
    await page.getByRole('alert').getByText('The service cannot be reached.').waitFor();
    await page.unroute('**/settings/api/organisation/logo');
    await choose();
    await page
      .getByRole('main')
      .getByRole('img', { name: /^Logo of / })
      .waitFor();
    await rm(dirname(path), { recursive: true });
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No logo.').waitFor();
  });

  test('the own name is changed, and concurrent changes do not overwrite each other', async () => {
    const page = await tests.signedIn('/settings/account');
    const other = await signIn(tests.service.address, tests.organisation.login);
    expect((await other.send('PATCH', '/account', { vorname: 'Zuvor' })).status).toBe(200);
    await page.getByLabel('First name').fill('Erika');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Somebody else has changed this').waitFor();
    await expectUsable(page, 'two versions');
    await page.getByRole('button', { name: 'Overwrite with mine' }).click();
    await page.getByText('Saved.', { exact: true }).waitFor();
    expect((await other.get('/account')).body.profile.vorname).toBe('Erika');
  });

  test.each(LOOKS)('a forgotten password, $scheme', async (look) => {
    const admin = await signIn(tests.service.address, tests.organisation.login);
    const person = await newPerson(tests.service, admin, `vergessen-${look.scheme}@example.com`);
    mailServer.mails.length = 0;
    const page = await tests.open('/login', look);
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByRole('heading', { level: 1, name: 'Forgotten password' }).waitFor();
    await page.getByRole('button', { name: 'Send me a link' }).click();
    await page.getByText('Please enter an e-mail address.').waitFor();
    await expectUsable(page, 'asking');
    await page.getByLabel('E-mail address').fill(person.login.email);
    await page.getByRole('button', { name: 'Send me a link' }).click();
    await page.getByText(`If ${person.login.email} belongs to somebody here`).waitFor();
    await expectUsable(page, 'asked');
    await expect.poll(() => mailServer.mails.length).toBe(1);
    const [, path = ''] = /http:\/\/127\.0\.0\.1:\d+(\/invitation\/\S+)/.exec(mailServer.mails[0]?.text ?? '') ?? [];
    await page.goto(path);
    await page.getByRole('textbox', { name: 'New password' }).fill('ein ganz neues Passwort');
    await page.getByLabel('Repeat the password').fill('ein ganz neues Passwort');
    await page.getByRole('button', { name: 'Save password' }).click();
    await page.getByRole('heading', { level: 1, name: 'My day' }).waitFor();
    await signIn(tests.service.address, { ...person.login, password: 'ein ganz neues Passwort' });
  });

  test.each(LOOKS)('requiring a second factor of oneself first shows a warning, $scheme', async (look) => {
    const own = await tests.service.organisation();
    const admin = await signIn(tests.service.address, own.login);
    await newPerson(tests.service, admin, `ohne-${look.scheme}@example.com`);
    const page = await tests.open('/login', look);
    await page.getByLabel('E-mail address').fill(own.login.email);
    await page.locator('input[type=password]').fill(own.login.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'My day' }).waitFor();
    await page.goto('/settings/users');
    await pageIsThere(page);
    await page.getByRole('combobox', { name: 'Second factor' }).click();
    await page.getByRole('option', { name: 'Required of everybody' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('This includes you').waitFor();
    await dialog.getByText('2 people who can sign in have none yet').waitFor();
    await expectUsable(page, 'asked');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect((await admin.get('/users')).body.second_factor).toBe('nobody');
    await page.getByRole('combobox', { name: 'Second factor' }).click();
    await page.getByRole('option', { name: 'Required of administrators' }).click();
    await dialog.getByText('1 person who can sign in has none yet').waitFor();
    await dialog.getByRole('button', { name: 'Required of administrators' }).click();
    await page.getByRole('heading', { level: 1, name: 'Set up a second factor' }).waitFor();
    const required = sql`select second_factor from organisation where org_id = ${own.orgId}`;
    expect(await tests.service.db.read(required)).toEqual([{ second_factor: 'administrators' }]);
  });
});

describe.runIf(hasBrowser)('without a mail server', () => {
  const tests = settingsTests();

  test.each([
    ['en', 'This service sends no mails', 'Not set up'],
    ['de', 'Dieser Dienst verschickt keine Mails', 'Nicht eingerichtet'],
  ] as const)('that is said plainly, %s', async (language, said, state) => {
    const page = await tests.open('/forgotten-password', { language });
    await page.getByText(said).waitFor();
    await expectUsable(page, 'forgotten');
    const inside = await tests.signedIn('/settings/organisation', { language });
    await inside.getByText(state, { exact: true }).waitFor();
    await inside.getByText('SMTP_URL').waitFor();
    await expectUsable(inside, 'organisation');
  });

  test('users without a required second factor are marked readably, in both schemes', async () => {
    const admin = await signIn(tests.service.address, tests.organisation.login);
    await newPerson(tests.service, admin, 'fehlt@example.com');
    const page = await tests.signedIn('/settings');
    const { orgId, adminKid } = tests.organisation;
    // The viewer has a second factor.
    await tests.service.db.transaction(async (tx) => {
      await tx.run(sql`update organisation set second_factor = 'everybody' where org_id = ${orgId}`);
      await tx.run(sql`update credential set totp_secret = 'x' where org_id = ${orgId} and kid = ${adminKid}`);
    });
    await page.goto('/settings/users');
    await pageIsThere(page);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
      await page.getByText('2nd factor missing').waitFor();
      await expectUsable(page, colorScheme);
    }
  });
});
