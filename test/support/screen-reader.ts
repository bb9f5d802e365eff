/** The output of a screen reader for a page: from Chromium's accessibility tree, during keyboard use. */
import type { CDPSession, Page } from 'playwright-core';
import { expect } from 'vitest';

interface AxValue {
  readonly value?: unknown;
}
interface AxNode {
  readonly role?: AxValue;
  readonly name?: AxValue;
  readonly description?: AxValue;
  readonly value?: AxValue;
  readonly properties?: readonly { readonly name: string; readonly value: AxValue }[];
}

/** States that are announced only where they hold, and those that are announced always. */
const WHERE_THEY_HOLD = ['required', 'disabled', 'readonly', 'selected', 'modal', 'multiline'];
const ALWAYS = ['checked', 'expanded', 'pressed'];
/** Marks no fault. */
const VALID = new Set(['false', undefined]);

/** Runs in the page: records the texts of live regions, in their order. */
const LISTENS = `(() => {
  const heard = (window.heard = []);
  const LIVE = '[role=status], [role=alert], [aria-live=polite], [aria-live=assertive]';
  const said = new WeakMap();
  const say = (region) => {
    const text = (region.getAttribute('aria-label') ?? region.textContent).replace(/\\s+/g, ' ').trim();
    if (!text || said.get(region) === text) return;
    said.set(region, text);
    heard.push((region.getAttribute('role') ?? region.getAttribute('aria-live')) + ': ' + text);
  };
  new MutationObserver((changes) => {
    const regions = new Set();
    for (const { target, addedNodes } of changes) {
      const near = (target.nodeType === 1 ? target : target.parentElement)?.closest(LIVE);
      if (near) regions.add(near);
      for (const node of addedNodes) if (node.nodeType === 1) for (const one of node.querySelectorAll(LIVE)) regions.add(one);
      for (const node of addedNodes) if (node.nodeType === 1 && node.matches(LIVE)) regions.add(node);
    }
    regions.forEach(say);
  }).observe(document, { childList: true, characterData: true, subtree: true });
})()`;

const line = (
  { role, name, description, value, properties = [] }: AxNode,
  hidden: (text: string) => string,
): string => {
  const states = new Map(properties.map((one) => [one.name, String(one.value.value)]));
  const said = [
    ...WHERE_THEY_HOLD.filter((state) => states.get(state) === 'true'),
    ...ALWAYS.flatMap((state) => (states.has(state) ? [`${state} ${states.get(state)}`] : [])),
    ...(VALID.has(states.get('invalid')) ? [] : ['invalid']),
  ];
  const text = hidden(String(value?.value ?? ''));
  return [
    `${String(role?.value)} "${hidden(String(name?.value ?? ''))}"`,
    ...said,
    ...(text ? [`has "${text}"`] : []),
    ...(description?.value ? [`(${hidden(String(description.value))})`] : []),
  ].join(', ');
};

/** A page and its announcements. */
export interface Spoken {
  /** Everything so far, a line each. */
  readonly lines: string[];
  /** Presses a key, and says where that leads. */
  press(key: string): Promise<void>;
  /** Tab, until a control of that name has the keyboard. */
  tabTo(name: string): Promise<void>;
  type(text: string): Promise<void>;
  /** Waits until a control of that name has the keyboard, which it says. */
  arrives(name: string): Promise<void>;
  /** Waits until a live region says that. */
  hears(text: string): Promise<void>;
}

const MOST_TABS = 80;

/** @param hidden replaces text that differs from run to run */
export const listenTo = async (page: Page, hidden: (text: string) => string): Promise<Spoken> => {
  await page.addInitScript({ content: LISTENS });
  const browser: CDPSession = await page.context().newCDPSession(page);
  const lines: string[] = [];
  let title = '';
  let dialog = '';
  const focused = async (): Promise<AxNode | undefined> => {
    const { result } = await browser.send('Runtime.evaluate', { expression: 'document.activeElement' });
    if (!result.objectId) return undefined;
    const asked = { objectId: result.objectId, fetchRelatives: false };
    return (await browser.send('Accessibility.getPartialAXTree', asked)).nodes[0] as AxNode | undefined;
  };
  const nameOf = async () => String((await focused())?.name?.value ?? '');
  const surroundings = async (): Promise<void> => {
    const now = await page.title();
    if (now !== title) lines.push(`page "${now}"`);
    title = now;
    const asked = `(() => {
      const one = document.activeElement?.closest('[role=dialog]');
      return one ? document.getElementById(one.getAttribute('aria-labelledby'))?.textContent ?? '' : '';
    })()`;
    const inside = await page.evaluate<string>(asked);
    if (inside !== dialog) lines.push(inside ? `dialog "${hidden(inside)}"` : 'dialog closed');
    dialog = inside;
  };
  const say = async (before: string): Promise<void> => {
    await surroundings();
    const node = await focused();
    lines.push(`${before}${node ? line(node, hidden) : 'nothing'}`);
  };
  const arrives = async (name: string): Promise<void> => {
    await expect.poll(nameOf, { message: lines.join('\n') }).toBe(name);
    await say('  ');
  };
  return {
    lines,
    arrives,
    press: async (key) => {
      await page.keyboard.press(key);
      await say(`${key}: `);
    },
    tabTo: async (name) => {
      for (let i = 0; i < MOST_TABS; i += 1) {
        await page.keyboard.press('Tab');
        await say('Tab: ');
        if ((await nameOf()) === name) return;
      }
      throw new Error(`No Tab leads to ${name}:\n${lines.join('\n')}`);
    },
    type: async (text) => {
      await page.keyboard.type(text);
      lines.push(`types "${hidden(text)}"`);
    },
    hears: async (text) => {
      const heard = () => page.evaluate<string[]>('window.heard');
      await expect.poll(async () => (await heard()).join('\n'), { message: lines.join('\n') }).toContain(text);
      const one = (await heard()).filter((all) => all.includes(text)).at(-1) ?? '';
      lines.push(`  hears ${hidden(one)}`);
    },
  };
};
