/** Documents of a customer: they are moved into folders by drag and by a button; a mail is shown as text. */
import { beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser, LOOKS } from '../support/browser.ts';
import { expectUsable, pageIsThere, settingsTests } from '../support/settings-window.ts';

describe.runIf(hasBrowser)('folders of documents', () => {
  const tests = settingsTests();
  let api: Awaited<ReturnType<typeof tests.organisation.client>>;
  let kid = 0;
  let policies = 0;
  beforeAll(async () => {
    api = await tests.organisation.client();
    kid = (await api.post('/v3/customers', { vorname: 'Ida', name: 'Muster' })).body.kid;
    policies = (await api.post(`/v3/customers/${kid}/documents/folders`, { name: 'Policen' })).body.id;
    for (const name of ['eins', 'zwei', 'drei', 'vier'])
      await api.post(`/v3/customers/${kid}/documents`, { name: `${name}.txt`, base64: 'QQ==' });
  });
  const inFolder = async (ordner: number) =>
    (await api.get(`/v3/customers/${kid}/documents?ordner=${ordner}`)).body.total;

  test('a dragged document moves with the ticked ones, and back by Ctrl+Z', async () => {
    const page = await tests.signedIn(`/customers/${kid}/documents`);
    const folder = page.getByRole('button', { name: 'Policen' });
    const bar = page.getByRole('toolbar', { name: 'Selection' });
    await page.getByRole('link', { name: 'eins.txt' }).dragTo(folder);
    await bar.getByText('1 changed.').waitFor();
    expect(await inFolder(policies)).toBe(1);
    await bar.getByRole('button', { name: 'Close' }).click();
    for (const name of ['zwei', 'drei']) await page.getByRole('checkbox', { name: `Select: ${name}.txt` }).check();
    await page.getByRole('link', { name: 'drei.txt' }).dragTo(folder);
    await bar.getByText('2 changed.').waitFor();
    expect(await inFolder(policies)).toBe(3);
    await page.locator('h1').click();
    await page.keyboard.press('Control+z');
    await expect.poll(() => inFolder(policies)).toBe(1);
  });

  test('ticked documents are moved by a button; a folder narrows the list', async () => {
    const page = await tests.signedIn(`/customers/${kid}/documents`);
    const bar = page.getByRole('toolbar', { name: 'Selection' });
    await page.getByRole('button', { name: 'New folder' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name of the folder' }).fill('Schriftverkehr');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('button', { name: 'Schriftverkehr' }).waitFor();
    for (const name of ['zwei', 'vier']) await page.getByRole('checkbox', { name: `Select: ${name}.txt` }).check();
    await bar.getByRole('button', { name: 'Move' }).click();
    await expectUsable(page, 'move');
    await page
      .getByRole('dialog', { name: 'Move 2 documents to' })
      .getByRole('button', { name: 'Schriftverkehr' })
      .click();
    await bar.getByText('2 changed.').waitFor();
    await page.getByRole('button', { name: 'Schriftverkehr' }).click();
    await page.getByRole('status').getByText('2 entries').waitFor();
    expect(new URL(page.url()).searchParams.get('ordner')).toMatch(/^\d+$/);
    expect(await page.getByRole('button', { name: /^Remove filter/ }).count()).toBe(0);
  });

  test('the page of a document and its form name the folder', async () => {
    const body = { name: 'sechs.txt', base64: 'QQ==', ordner: policies };
    const { id } = (await api.post(`/v3/customers/${kid}/documents`, body)).body;
    const page = await tests.signedIn(`/documents/${id}`);
    await page.locator('[data-field=ordner]').getByText('Policen').waitFor();
    await page.goto(`${tests.service.address}/documents/${id}?edit=1`);
    const folder = page.getByRole('combobox', { name: 'Folder' }).or(page.getByRole('textbox', { name: 'Folder' }));
    await expect.poll(() => folder.first().inputValue()).toBe('Policen');
    await folder.first().click();
    await page.getByRole('option', { name: 'No folder' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('[data-field=ordner]').getByText('No folder').waitFor();
    expect((await api.get(`/v3/documents/${id}`)).body.ordner).toBe(0);
  });

  test('a folder is renamed by F2, refuses its removal while it is protected, and leaves its documents', async () => {
    const folders = `/v3/customers/${kid}/documents/folders`;
    const { id } = (await api.post(folders, { name: 'Alt', protect: 1 })).body;
    const { id: below } = (await api.post(folders, { name: 'Unten', parent_id: id })).body;
    const document = (
      await api.post(`/v3/customers/${kid}/documents`, { name: 'fuenf.txt', base64: 'QQ==', ordner: id })
    ).body.id;
    const page = await tests.signedIn(`/customers/${kid}/documents?ordner=${id}`);
    await page.getByRole('button', { name: 'Alt', exact: true }).press('F2');
    const form = page.getByRole('dialog', { name: 'Change folder' });
    await form.getByRole('textbox', { name: 'Name of the folder' }).fill('Ablage');
    await api.patch(`${folders}/${id}`, { name: 'Archiv' });
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('Archiv').waitFor();
    await expectUsable(page, 'a name that others have changed');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Archiv', exact: true }).press('F2');
    await form.getByRole('textbox', { name: 'Name of the folder' }).fill('Ablage');
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Ablage / Unten' }).waitFor();
    const choose = async (name: string) => {
      await page.getByRole('button', { name: 'Actions for Ablage' }).click();
      await page.getByRole('menuitem', { name }).click();
    };
    await choose('Delete folder');
    const question = page.getByRole('dialog', { name: 'Delete folder “Ablage”?' });
    await question.getByRole('button', { name: 'Delete folder' }).click();
    await question.getByText('Remove the protection under “Change folder” first.').waitFor();
    await expectUsable(page, 'a refused removal');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await choose('Change folder');
    await form.getByRole('checkbox', { name: 'Protected from deletion' }).uncheck();
    await form.getByRole('button', { name: 'Save' }).click();
    await form.waitFor({ state: 'detached' });
    await choose('Delete folder');
    await question.getByRole('button', { name: 'Delete folder' }).click();
    await page.getByRole('button', { name: 'Unten', exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.has('ordner')).toBe(false);
    expect((await api.get(`/v3/documents/${document}`)).body.ordner).toBe(0);
    expect((await api.get(`${folders}/${below}`)).body.parent_id).toBe(null);
  });

  test('a mail is shown with its head, its text and the names of its attachments, and nothing of it runs', async () => {
    const mail = [
      'From: =?utf-8?q?J=C3=BCrgen_Muster?= <juergen@example.com>',
      'To: office@example.com',
      'Date: Sat, 28 Nov 2026 10:20:00 +0100',
      'Subject: =?utf-8?q?Sturm_=C3=BCber_Nacht?=',
      'Content-Type: multipart/mixed; boundary=x',
      '',
      '--x',
      'Content-Type: text/html; charset=utf-8',
      '',
      '<style>p{}</style><p>Guten Tag,</p><p>Ziegel fehlen.<script>document.title="ran"</script><img src="/missing.png" onerror="document.title=1"></p>',
      '--x',
      'Content-Type: image/jpeg',
      'Content-Disposition: attachment; filename="dach.jpg"',
      'Content-Transfer-Encoding: base64',
      '',
      '/9j/4AAQ',
      '--x--',
      '',
    ].join('\r\n');
    const base64 = Buffer.from(mail).toString('base64');
    const { id } = (await api.post(`/v3/customers/${kid}/documents`, { name: 'sturm.eml', base64 })).body;
    const page = await tests.signedIn(`/documents/${id}`);
    const text = page.getByRole('region', { name: 'sturm.eml' });
    expect((await text.innerText()).trim()).toBe('Guten Tag,\nZiegel fehlen.');
    const head = page.locator('.mail-head');
    for (const one of ['Jürgen Muster <juergen@example.com>', 'Sturm über Nacht', 'dach.jpg', 'Nov 28, 2026'])
      await head.getByText(one).waitFor();
    await expectUsable(page, 'mail');
    expect(await page.title()).toContain('sturm.eml');
  });

  test.each(['de', 'en'] as const)('%s: light and dark, on a phone and a desktop', async (language) => {
    const page = await tests.signedIn(`/customers/${kid}/documents?ordner=${policies}`, { language });
    await pageIsThere(page);
    for (const [colorScheme, width] of LOOKS[language]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
      await expectUsable(page, `${language}, ${colorScheme}, ${width}`);
    }
  });
});
