/** Every dialog in a real Chromium: accessible, in both languages and colour schemes, from phone to wide screen. */
import { readdirSync, readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import * as german from '../../web/src/i18n/de/index.ts';
import * as germanSettings from '../../web/src/i18n/de/settings/index.ts';
import * as english from '../../web/src/i18n/en/index.ts';
import * as englishSettings from '../../web/src/i18n/en/settings/index.ts';
import { hasBrowser, LOOKS, looseFields, scrollsSideways, seriousFindings } from '../support/browser.ts';
import { signIn } from '../support/browser-session.ts';
import { pageIsThere, settingsTests } from '../support/settings-window.ts';
import { DIALOGS, ELSEWHERE, fillForDialogs } from './dialogs.ts';

const ROOM = new URL('../../web/src/', import.meta.url);
/** How a source shows a dialog. */
const SHOWS = /<(?:Dialog|FormModal|RenameForm|ConfirmModal|ConfirmButton|SecretModal|Modal|Drawer|Popover)\b(?!\.)/g;

test('every dialog of the settings is in the list of dialogs with the steps that open it', () => {
  const sources = readdirSync(ROOM, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.tsx') && !name.startsWith('workspace/'),
  );
  const shown = sources.flatMap((name) =>
    Array.from(readFileSync(new URL(name, ROOM), 'utf8').matchAll(SHOWS), () => name),
  );
  expect(DIALOGS.map(({ file }) => file).sort()).toEqual(shown.filter((name) => !(name in ELSEWHERE)).sort());
  expect(shown).toEqual(expect.arrayContaining(Object.keys(ELSEWHERE)));
});

describe.runIf(hasBrowser)('dialogs', () => {
  const tests = settingsTests();

  /** Problems of the open dialog. */
  const wrongWith = async (page: Page, language: keyof typeof LOOKS): Promise<string[]> => {
    const dialog = page.getByRole('dialog').last();
    const wrong: string[] = [];
    await expect.poll(() => dialog.locator(':focus').count(), { timeout: 10_000 }).toBe(1);
    const leaves = dialog.getByRole('button', { name: /^(Close|Schließen)$/ }).and(page.locator(':focus'));
    if ((await dialog.locator('form').count()) && (await leaves.count()))
      wrong.push('its form begins at the button that closes it');
    for (const [colorScheme, width] of LOOKS[language]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
      // The page behind it is checked in pages.test.ts.
      const found = await seriousFindings(page, { but: '[role=dialog]' });
      if (await scrollsSideways(page)) found.push('the page scrolls sideways');
      if (await dialog.evaluate((root) => root.scrollWidth > root.clientWidth + 1)) found.push('it scrolls sideways');
      wrong.push(...found.map((finding) => `${colorScheme}, ${width}: ${finding}`));
    }
    wrong.push(...(await looseFields(dialog)));
    // Landmarks of a dialog would be second ones of the page.
    const landmarks = await dialog.locator('header:not([role]), main, nav, footer').count();
    if (landmarks) wrong.push('it has landmarks');
    if (!(await dialog.getAttribute('aria-modal')) || !(await dialog.getAttribute('aria-labelledby')))
      wrong.push('it is not said to be a dialog, or has no name');
    // A screen reader reads the description of a dialog as a whole when it opens.
    const described = await page.locator(`[id="${await dialog.getAttribute('aria-describedby')}"]`).all();
    const read = await Promise.all(
      described.map((one) => one.locator('input:not([type=checkbox]), button, table').count()),
    );
    if (read.join() !== '0') wrong.push('it is described by what people fill in or press, or by nothing');
    return wrong;
  };

  // All dialogs of a language: axe takes its time.
  test.each([
    ['de', { ...german, ...germanSettings }],
    ['en', { ...english, ...englishSettings }],
  ] as const)('%s: readable for everyone, from a phone to a wall', { timeout: 300_000 }, async (language, t) => {
    const organisation = await tests.service.organisation({ licenses: 10 });
    const admin = await signIn(tests.service.address, organisation.login);
    await fillForDialogs(organisation, admin);
    const page = await tests.open('/favicon.svg', { language });
    const [name = '', value = ''] = admin.cookie.split('=');
    await page.context().addCookies([{ name, value, url: tests.service.address }]);
    for (const { file, page: start, open } of DIALOGS) {
      await page.setViewportSize({ width: 1280, height: 800 });
      page.once('dialog', (question) => question.accept());
      await page.goto(`/settings/${start}`);
      await pageIsThere(page);
      await open({ page, t, password: organisation.login.password });
      await page.getByRole('dialog').last().waitFor();
      expect.soft(await wrongWith(page, language), `${file}, ${language}`).toEqual([]);
      page.removeAllListeners('dialog');
    }
  });
});
