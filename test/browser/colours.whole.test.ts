/** Colours of our own style sheet as the built page has them: in both schemes, in the colours that a user's system forces, on paper. */
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser } from '../support/browser.ts';
import { signIn } from '../support/browser-session.ts';
import { pageIsThere, settingsTests } from '../support/settings-window.ts';

/** The computed value of a property. */
const styleOf = (place: Locator, name: string): Promise<string> =>
  place.evaluate((element, property) => {
    const page = globalThis as unknown as { getComputedStyle: (one: unknown) => Record<string, string> };
    return page.getComputedStyle(element)[property] ?? '';
  }, name);

/** Runs in a page: texts whose contrast with white paper is less than 4.5 (WCAG 2.2, 1.4.3). */
const PALE = `(() => {
  const light = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  const luminance = ([r, g, b]) => 0.2126 * light(r / 255) + 0.7152 * light(g / 255) + 0.0722 * light(b / 255);
  return [...document.querySelectorAll('body *')]
    .filter((one) => one.checkVisibility() && [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim()))
    .map((one) => ({ text: one.textContent.slice(0, 40), colour: getComputedStyle(one).color }))
    .filter(({ colour }) => 1.05 / (luminance(colour.match(/[\\d.]+/g).map(Number)) + 0.05) < 4.5)
    .map(({ text, colour }) => colour + ': ' + text);
})()`;

describe.runIf(hasBrowser)('colours', () => {
  const tests = settingsTests();
  let webhook = '';
  beforeAll(async () => {
    const admin = await signIn(tests.service.address, tests.organisation.login);
    const made = await admin.send('POST', '/webhooks', { url: 'https://example.com/hook', events: [] });
    webhook = String(made.body.webhook_id);
    const api = await tests.organisation.client();
    await api.post('/v3/system/tags', { tag: 'A-Kunde', freigabe: 1 });
    await api.post('/v3/system/tags', { tag: 'B-Kunde', freigabe: 1 });
    await api.post('/v3/inbox/documents', { base64: 'SGFsbG8=', name: 'brief.txt', absender: 'Post' });
  });

  test.each([
    { scheme: 'light', line: 'rgb(222, 226, 230)', card: 'rgb(255, 255, 255)', pointed: 'rgb(241, 243, 245)' },
    { scheme: 'dark', line: 'rgb(66, 66, 66)', card: 'rgb(46, 46, 46)', pointed: 'rgb(59, 59, 59)' },
  ] as const)('$scheme: rows have lines, and what can be done with them lies on nothing', async (look) => {
    const page = await tests.signedIn('/settings/tags', { scheme: look.scheme, width: 800 });
    const row = page.locator('tbody tr').first();
    const acts = row.locator('td').last();
    expect(await styleOf(row, 'borderBottomStyle')).toBe('solid');
    expect(await styleOf(row, 'borderBottomColor')).toBe(look.line);
    expect(await styleOf(page.locator('.frame-header'), 'borderBottomColor')).toBe(look.line);
    expect(await styleOf(page.locator('.frame-navigation'), 'borderRightColor')).toBe(look.line);
    expect(await styleOf(acts, 'position')).toBe('sticky');
    expect(await styleOf(acts, 'backgroundColor')).toBe(look.card);
    await row.hover();
    expect(await styleOf(row, 'backgroundColor')).toBe(look.pointed);
    expect(await styleOf(acts, 'backgroundColor')).toBe(look.pointed);
  });

  test('no colour uses a variable that only the build tool defines', async () => {
    const page = await tests.signedIn('/settings');
    const sheets = await page.locator('link[rel=stylesheet]').evaluateAll((all) => all.map((one) => `${one.href}`));
    expect(sheets.length).toBeGreaterThan(0);
    for (const sheet of sheets) {
      const { text } = await tests.service.ask('GET', new URL(sheet).pathname);
      expect(text.match(/--lightningcss-\w+/g)).toBeNull();
    }
  });

  const goTo = async (page: Page, address: string) => {
    await page.goto(address);
    await pageIsThere(page);
  };

  test.each([
    'light',
    'dark',
  ] as const)('colours that a system forces, %s: what is on, chosen or current is seen', async (scheme) => {
    const page = await tests.signedIn('/settings/audit', { scheme });
    await page.emulateMedia({ forcedColors: 'active', colorScheme: scheme });
    const background = (place: Locator) => styleOf(place, 'backgroundColor');
    const track = page.locator('.mantine-Switch-track');
    const thumb = page.locator('.mantine-Switch-thumb');
    expect(await styleOf(track, 'borderTopStyle')).toBe('solid');
    expect(await background(thumb)).not.toBe(await background(track));
    const off = await background(track);
    await page.getByRole('switch').check();
    await expect.poll(() => background(track)).not.toBe(off);
    expect(await background(thumb)).not.toBe(await background(track));
    const links = page.getByRole('navigation').getByRole('link');
    const current = links.and(page.locator('[aria-current]'));
    expect(await background(current)).not.toBe(await background(links.first()));
    expect(await styleOf(current, 'color')).not.toBe(await background(current));

    await goTo(page, '/inbox');
    const box = page.getByRole('checkbox', { name: 'Select: brief.txt' });
    await box.check();
    const tick = page.locator('.mantine-Checkbox-inner').filter({ has: box }).locator('svg');
    await expect.poll(async () => (await styleOf(tick, 'color')) !== (await background(box))).toBe(true);

    await goTo(page, '/settings/fields');
    const edge = (selected: boolean) => styleOf(page.getByRole('tab', { selected }).first(), 'borderBottomColor');
    expect(await edge(true)).not.toBe(await edge(false));

    await goTo(page, `/settings/webhooks?webhook=${webhook}`);
    const segment = page.locator('.mantine-SegmentedControl-label');
    const checked = segment.and(page.locator('[data-active]'));
    expect(await background(checked)).not.toBe(await background(segment.last()));

    await goTo(page, '/settings/tags');
    await page.getByRole('button', { name: 'Create a tag' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Tag' }).waitFor();
    expect(await styleOf(dialog, 'borderTopStyle')).toBe('solid');
  });

  test.each([
    ['users', 718],
    ['users', 794],
    ['audit', 718],
    ['audit', 794],
  ])('on paper (A4) %s at %i px is its list alone, and whole', async (name, width) => {
    const page = await tests.signedIn(`/settings/${name}`, { width: 1280, scheme: 'dark' });
    const table = page.getByRole('table').first();
    await table.waitFor();
    await page.setViewportSize({ width, height: 1000 });
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const hidden = page.locator(
      'header, nav, [type=search], [role=switch], .mantine-Button-root, main tbody td:last-child button',
    );
    await expect.poll(() => hidden.and(page.locator(':visible')).count(), { timeout: 5_000 }).toBe(0);
    const right = await page
      .locator('main .stacks, main .stacks :is(td, th) > *')
      .evaluateAll((all) => Math.max(...all.map((one) => one.getBoundingClientRect().right)));
    expect(right).toBeLessThanOrEqual(width);
    expect((await table.boundingBox())?.x).toBeLessThan(40);
    const heading = page.getByRole('heading', { level: 1 });
    expect(await styleOf(heading, 'color')).toBe('rgb(0, 0, 0)');
    await heading.waitFor();
  });

  test('on paper no text is pale, whatever the scheme of the screen', async () => {
    const page = await tests.signedIn('/settings', { scheme: 'dark' });
    for (const name of ['', '/usage', '/sparten', '/organisation', '/audit', '/account']) {
      await page.emulateMedia({ media: 'screen', colorScheme: 'dark' });
      await goTo(page, `/settings${name}`);
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
      await expect.poll(() => page.evaluate<string[]>(PALE), { message: name }).toEqual([]);
    }
  });
});
