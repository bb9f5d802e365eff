/** Flow 3: the documents of a morning. */
import { describe, expect, test } from 'vitest';
import { hasBrowser } from '../../support/browser.ts';
import { flowTests } from './flow.ts';

const COUNT = 20;

describe.runIf(hasBrowser)('the inbox', () => {
  const { call, start } = flowTests();

  test('3: twenty documents with right proposals take 22 keys', async () => {
    const waiting = (await call('GET', '/v3/inbox/documents')).body.items as { id: number }[];
    for (const { id } of waiting) await call('POST', `/v3/inbox/documents/${id}/discard`);
    const { items } = (await call('GET', `/v3/contracts?limit=${COUNT}&sort=nummer`)).body;
    const contracts = items as { id: number; nummer: string }[];
    for (const { nummer } of contracts) {
      const base64 = Buffer.from(`Nachtrag zu ${nummer}`).toString('base64');
      await call('POST', '/v3/inbox/documents', { base64, name: `Nachtrag ${nummer}.txt`, betreff: 'Nachtrag' });
    }
    const { page, press, taken } = await start('/');
    await press('g');
    await press('p');
    const accept = page.getByRole('button', { name: 'Annehmen', exact: true }).and(page.locator(':focus'));
    const shown: string[] = [];
    for (let n = 0; n < COUNT; n += 1) {
      await page.getByText(`${COUNT - n} Dokument`).waitFor();
      const title = page.getByRole('heading', { level: 2, name: /^Nachtrag/ }).filter({ visible: true });
      await expect.poll(() => title.textContent()).not.toBe(shown.at(-1));
      shown.push((await title.textContent()) ?? '');
      await accept.waitFor();
      await press('Enter');
    }
    await page.getByText('Der Posteingang ist leer.').waitFor();
    expect(taken).toEqual({ keys: 22, letters: 0, clicks: 0, drops: 0 });
    const documentsOf = async ({ id, nummer }: (typeof contracts)[number]) => {
      const { body } = await call('GET', `/v3/contracts/${id}/documents`);
      return body.items.some(({ name }: { name: string }) => name === `Nachtrag ${nummer}.txt`) ? [] : [nummer];
    };
    await expect.poll(async () => (await Promise.all(contracts.map(documentsOf))).flat()).toEqual([]);
  });
});
