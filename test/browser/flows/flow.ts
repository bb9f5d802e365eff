/** Flows of an adviser on the demo organisation, with the keys, clicks and drops that they take. */
import type { Locator, Page } from 'playwright-core';
import { beforeAll } from 'vitest';
import { createDemo } from '../../../src/cli/context/create-demo.ts';
import { readConfig } from '../../../src/config/config.ts';
import type { Look } from '../../support/browser.ts';
import { makeFolder } from '../../support/folder.ts';
import type { Reply } from '../../support/service.ts';
import { pageIsThere, settingsTests } from '../../support/settings-window.ts';

/** A page with counted input. Typed texts are counted apart from keys. */
export interface Flow {
  readonly page: Page;
  /** Counts of the input so far. */
  readonly taken: { keys: number; letters: number; clicks: number; drops: number };
  /** Presses a key, or a combination of keys, so many times. */
  press(key: string, times?: number): Promise<void>;
  type(text: string): Promise<void>;
  click(target: Locator): Promise<void>;
  drop(target: Locator, files: readonly { name: string; text: string }[]): Promise<void>;
}

/** Runs in a page: files as they are dragged. */
const TRANSFER = `(files) => {
  const dataTransfer = new DataTransfer();
  for (const { name, text } of files) dataTransfer.items.add(new File([text], name));
  return dataTransfer;
}`;

/** Counts the input of a page. */
const flowOf = (page: Page): Flow => {
  const taken = { keys: 0, letters: 0, clicks: 0, drops: 0 };
  return {
    page,
    taken,
    press: async (key, times = 1) => {
      taken.keys += times;
      for (let i = 0; i < times; i += 1) await page.keyboard.press(key);
    },
    type: async (text) => {
      taken.letters += text.length;
      await page.keyboard.type(text);
    },
    click: async (target) => {
      taken.clicks += 1;
      await target.click();
    },
    drop: async (target, files) => {
      taken.drops += 1;
      const dataTransfer = await page.evaluateHandle(`(${TRANSFER})(${JSON.stringify(files)})`);
      for (const event of ['dragover', 'drop']) await target.dispatchEvent(event, { dataTransfer });
    },
  };
};

/** Registers a service with the demo organisation for the flows of a file. */
export const flowTests = () => {
  const tests = settingsTests({ printedOtherwise: true });
  let demo: Awaited<ReturnType<typeof createDemo>>;
  beforeAll(async () => {
    demo = await createDemo(tests.service.db, readConfig({ DATA_DIR: await makeFolder('flows') }));
  });
  const call = (method: string, path: string, body?: unknown): Promise<Reply> => {
    const headers = { authorization: `Bearer ${demo.token}`, 'content-type': 'application/json' };
    return tests.service.ask(method, path, headers, body === undefined ? undefined : JSON.stringify(body));
  };
  /** The number of a customer of the demo. */
  const customer = async (vorname: string, name: string): Promise<number> => {
    const { items } = (await call('GET', `/v3/customers?vorname=${vorname}&name=${name}`)).body;
    return items[0].kid;
  };
  return {
    tests,
    call,
    customer,
    /** A page of the adviser Jonas Keller. */
    start: async (path: string, look: Look = {}): Promise<Flow> => {
      const page = await tests.signedIn(path, { language: 'de', ...look }, demo.adviser);
      await pageIsThere(page);
      return flowOf(page);
    },
  };
};
