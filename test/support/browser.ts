/** A real Chromium on the settings UI of a real service. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import jsqr from 'jsqr';
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core';

// Without its windows Chromium takes two thirds of the time.
const PLACES = [
  process.env.CHROMIUM,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const executablePath = PLACES.find((path) => path !== undefined && existsSync(path));

/** Whether there is a browser; without one the tests are skipped, and say so. */
export const hasBrowser = executablePath !== undefined;
if (!hasBrowser) {
  if (process.env.CI) throw new Error('The browser tests need Chromium: apt-get install chromium-headless-shell');
  console.warn(
    '\n*** No Chromium was found: the browser tests are SKIPPED. Install chromium-headless-shell or chromium, or set CHROMIUM. ***\n',
  );
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const TELL_VIOLATIONS = `addEventListener('securitypolicyviolation', (violation) =>
  console.error('Against the policy:', violation.violatedDirective, violation.blockedURI, violation.sourceFile, violation.lineNumber))`;

export interface Look {
  readonly language?: 'de' | 'en';
  readonly scheme?: 'light' | 'dark';
  readonly width?: number;
}

/** Each language and colour scheme on a phone, and each on a larger screen: the languages take turns. */
export const LOOKS = {
  de: [
    ['light', 390],
    ['dark', 2560],
  ],
  en: [
    ['dark', 390],
    ['light', 1280],
  ],
} as const;

export const startBrowser = (): Promise<Browser> => chromium.launch({ executablePath, args: ['--no-sandbox'] });

/** A browser context of its own; an error logged by it or its tabs fails the test that closes it. */
export const openWindow = async (
  browser: Browser,
  baseURL: string,
  { language = 'en', scheme = 'light', width = 1280 }: Look = {},
): Promise<{ page: Page; context: BrowserContext; foreign: string[]; problems: string[] }> => {
  const context = await browser.newContext({
    baseURL,
    locale: language,
    colorScheme: scheme,
    timezoneId: 'Europe/Berlin',
    viewport: { width, height: 800 },
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(60_000);
  // Not every violation of the page's policy is logged by the browser.
  await context.addInitScript({ content: TELL_VIOLATIONS });
  const foreign: string[] = [];
  const problems: string[] = [];
  context.on('request', (request) => {
    if (!request.url().startsWith(baseURL) && !request.url().startsWith('data:')) foreign.push(request.url());
  });
  context.on('weberror', (error) => problems.push(error.error().message));
  context.on('console', (message) => {
    // A refused call is logged by the browser itself; the page shows it to the user.
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) problems.push(message.text());
  });
  const page = await context.newPage();
  return { page, context, foreign, problems };
};

/**
 * Waits for fades: a half-transparent text lacks contrast. A fade begins up to two frames after its cause, so the
 * wait ends after three frames without one.
 */
const SETTLED = `(async () => {
  const frame = () => new Promise((next) => requestAnimationFrame(next));
  for (let calm = 0; calm < 3; calm += 1) {
    await frame();
    const fading = document.getAnimations()
      .filter(({ effect, playState }) => playState !== 'finished' && Number.isFinite(effect.getComputedTiming().endTime));
    if (fading.length) calm = -1;
    await Promise.all(fading.map(({ finished }) => finished.catch(() => undefined)));
  }
})()`;

/** Exclusions from axe: a part of the page, or only `rules` within it; or all `but` one part, by selector. */
interface LeftOut {
  readonly part?: string;
  readonly rules?: readonly string[];
  readonly but?: string;
}

/** Runs in a page: serious or critical findings of axe, as readable lines. */
const FINDINGS = `async (looked, options, { part, rules = [] }) => {
  const { violations } = await axe.run(looked, options);
  // A target that is scrolled below the fixed head or foot of a dialog, or next to it, has its whole size and distance after scrolling.
  const isCovered = (element) => {
    const { top, bottom } = element.getBoundingClientRect();
    const dialog = element.closest('.mantine-Modal-content');
    const head = dialog?.querySelector('.mantine-Modal-header')?.getBoundingClientRect();
    const foot = dialog?.querySelector('.dialog-foot')?.getBoundingClientRect();
    return (head && top < head.bottom + 24) || (foot && bottom > foot.top - 24);
  };
  return violations.flatMap(({ id, nodes }) => nodes
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .filter(({ element }) => !(rules.includes(id) && element?.closest(part)))
    .filter(({ element }) => !(id === 'target-size' && element && isCovered(element)))
    .map(({ html }) => id + ': ' + html.slice(0, 160)));
}`;

/** Serious or critical findings of axe on a page, as readable lines. */
export const seriousFindings = async (page: Page, leftOut: LeftOut = {}): Promise<string[]> => {
  // The page's own policy forbids foreign scripts; `evaluate` is exempt.
  if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(AXE);
  await page.evaluate(SETTLED);
  const { part, rules, but = 'html' } = leftOut;
  const looked = part && !rules ? { exclude: [part] } : { include: [but] };
  // axe checks for targets of 24 px (WCAG 2.2, 2.5.8) only where it is enabled.
  const asked = { resultTypes: ['violations'], elementRef: true, rules: { 'target-size': { enabled: true } } };
  return page.evaluate<string[]>(`(${FINDINGS})(${[looked, asked, leftOut].map((one) => JSON.stringify(one)).join()})`);
};

/** Text inputs: each must declare its autocompletion, and a maximum length. */
const WRITTEN =
  'input:not([type]), input:is([type=text], [type=search], [type=email], [type=url], [type=password]), textarea:not([aria-hidden])';

/** Fields without `autocomplete`, and such that take a text of any length, as readable lines. */
export const looseFields = (place: Locator): Promise<string[]> =>
  place
    .locator(WRITTEN)
    .evaluateAll((all) =>
      all
        .filter((one) => !one.readOnly && !(one.getAttribute('autocomplete') && one.maxLength > 0))
        .map(({ outerHTML }) => `autocomplete or maxlength: ${outerHTML.slice(0, 160)}`),
    );

/** Whether the page itself scrolls sideways. */
export const scrollsSideways = (page: Page): Promise<boolean> =>
  page.locator('html').evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1);

/** Runs in a page: the pixels of a picture. */
const PIXELS = `async (source) => {
  const image = new Image();
  image.src = source;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d');
  canvas.drawImage(image, 0, 0);
  return { width: image.width, height: image.height, data: [...canvas.getImageData(0, 0, image.width, image.height).data] };
}`;

/** The text of a QR code as a scanner reads it from the screen; undefined where it reads none. */
export const scanned = async (picture: Locator): Promise<string | undefined> => {
  // On a phone it may begin below the header of the page.
  await picture.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const png = (await picture.screenshot()).toString('base64');
  // A page without a policy, which would allow no pictures of this kind.
  const blank = await picture.page().context().newPage();
  const { width, height, data } = (await blank.evaluate(`(${PIXELS})('data:image/png;base64,${png}')`)) as {
    width: number;
    height: number;
    data: number[];
  };
  await blank.close();
  return jsqr.default(Uint8ClampedArray.from(data), width, height, { inversionAttempts: 'dontInvert' })?.data;
};
