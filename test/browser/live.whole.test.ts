/** Changes of others in an open list, record and form. */
import { beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser } from '../support/browser.ts';
import { expectUsable, settingsTests } from '../support/settings-window.ts';

describe.runIf(hasBrowser)('changes of others', () => {
  const tests = settingsTests();
  let api: Awaited<ReturnType<typeof tests.organisation.client>>;
  let kid = 0;
  beforeAll(async () => {
    api = await tests.organisation.client();
    kid = (await api.post('/v3/customers', { vorname: 'Ida', name: 'Muster' })).body.kid;
  });
  /** Waits until the page has its first cursor. */
  const opened = async (path: string) => {
    const page = await tests.signedIn('/settings/account');
    const cursor = page.waitForResponse((response) => response.url().endsWith('/v3/changes'));
    await page.goto(path);
    await cursor;
    return page;
  };

  test('an open list shows a new record, with its number in the navigation', async () => {
    const page = await opened('/customers');
    await page.getByRole('link', { name: 'Muster' }).first().waitFor();
    await api.post('/v3/customers', { name: 'Neumann' });
    await page.getByRole('link', { name: 'Neumann' }).waitFor();
    await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Customers , 2' }).waitFor();
  });

  test('an open record shows a change, and that it was deleted', async () => {
    const { id } = (await api.post('/v3/contracts', { kid, nummer: 'L-1', sparte: 1 })).body;
    const page = await opened(`/contracts/${id}`);
    await page.getByRole('heading', { level: 1, name: /L-1/ }).waitFor();
    await api.patch(`/v3/contracts/${id}`, { nummer: 'L-2' });
    await page.getByRole('heading', { level: 1, name: /L-2/ }).waitFor();
    await api.delete(`/v3/contracts/${id}`);
    await page.getByRole('button', { name: 'Restore' }).waitFor();
  });

  test('a form is not overwritten: it names the change, and applies it on request', async () => {
    const page = await opened(`/customers/${kid}?edit=1`);
    const field = (name: string) => page.getByRole('textbox', { name, exact: true });
    await field('First name').fill('Idalie');
    await api.patch(`/v3/customers/${kid}`, { name: 'Meister' });
    const notice = page.getByRole('status').filter({ hasText: 'has changed meanwhile: Name.' });
    await notice.waitFor();
    await expectUsable(page, 'changed by another');
    expect(await field('Name').inputValue()).toBe('Muster');
    await notice.getByRole('button', { name: 'Show' }).click();
    await expect.poll(() => field('Name').inputValue()).toBe('Meister');
    expect(await field('First name').inputValue()).toBe('Idalie');
    await api.patch(`/v3/customers/${kid}`, { vorname: 'Ina' });
    await page.getByText('has changed meanwhile: First name.').waitFor();
    await page.getByRole('button', { name: 'Show' }).click();
    const box = page.getByRole('alert').filter({ hasText: 'has changed this' });
    await box.getByText('Ina').waitFor();
    await box.getByRole('button', { name: 'Overwrite with mine' }).click();
    await expect.poll(async () => (await api.get(`/v3/customers/${kid}`)).body.vorname).toBe('Idalie');
  });
});
