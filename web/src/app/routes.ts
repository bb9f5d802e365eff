/** Addresses of the UI. */
import type { ComponentType } from 'react';
import { NotFound } from '../components/feedback/page-fallbacks.tsx';
import { loadSettingsTexts } from '../i18n/setup.ts';
import { segmentsOf } from '../router/path.ts';
import { preloadLater } from '../router/preload.ts';
import { type Part, startVisits } from '../router/router.ts';
import { reloadOnStaleChunk } from '../router/stale-chunk-reload.ts';
import { pages } from '../settings/page-registry.ts';
import { COMPARED } from '../workspace/merge/compared-sections.ts';

/** A lazily loaded component. After a failure each visit tries again. */
const inFile = (load: () => Promise<{ default: ComponentType }>): Part => {
  let part: ComponentType | undefined;
  return {
    now: () => part,
    load: async (href) => {
      try {
        part = (await load()).default;
      } catch {
        // A document that is on its way takes the place of this one.
        if (await reloadOnStaleChunk(href)) await new Promise(() => undefined);
      }
    },
  };
};

type Route = readonly [pattern: string, part: Part];
const page = (pattern: string, load: () => Promise<{ default: ComponentType }>): Route => [pattern, inFile(load)];

const loadNewRecord = () => import('../workspace/forms/page.tsx');
// Text that follows the key of a form waits for its file. Visits of the settings seldom make a record.
if (!window.location.pathname.startsWith('/settings')) preloadLater(loadNewRecord);

/** Pages before the login. `*` is any segment. */
const entrances = [
  page('/login', () => import('../sign-in/login/page.tsx')),
  page('/forgotten-password', () => import('../sign-in/forgotten-password/page.tsx')),
  page('/sso/*', () => import('../sign-in/sso/page.tsx')),
  page('/invitation/*', () => import('../sign-in/invitation/page.tsx')),
];

/** Pages within the frame: the first that matches is shown. `:section` is a record kind, `#` the number of a record. */
const framed = [
  ...pages.flatMap(({ path, load }) =>
    load ? [page(path, async () => (await Promise.all([load(), loadSettingsTexts()]))[0])] : [],
  ),
  page('/', () => import('../workspace/my-day/page.tsx')),
  page('/inbox', () => import('../workspace/inbox/page.tsx')),
  page('/imports', () => import('../workspace/imports/page.tsx')),
  page('/imports/#', () => import('../workspace/imports/job-page.tsx')),
  page('/exports', () => import('../workspace/exports/page.tsx')),
  page('/templates', () => import('../workspace/messages/templates-page.tsx')),
  page('/call', () => import('../workspace/search/call-page.tsx')),
  page('/customers/#/merge', () => import('../workspace/merge/page.tsx')),
  page('/customers/#/privacy', () => import('../workspace/privacy/page.tsx')),
  ...COMPARED.map((path) => page(`/${path}/duplicates`, () => import('../workspace/merge/duplicates-page.tsx'))),
  page('/contracts/deadlines', () => import('../workspace/my-day/deadlines-page.tsx')),
  page('/:section', () => import('../workspace/lists/page.tsx')),
  page('/:section/new', loadNewRecord),
  ...['/:section/#', '/:section/#/*'].map((pattern) => page(pattern, () => import('../workspace/record/page.tsx'))),
];

const frame = inFile(() => import('../layout/layout.tsx'));
const notFound: Part = { now: () => NotFound, load: async () => {} };

const NUMBER = /^[1-9]\d{0,15}$/;
const RESERVED = ['settings', 'inbox', 'imports', 'exports', 'call', 'templates'];

const matchesSegment = (wanted: string, segment: string): boolean => {
  if (wanted === '#') return NUMBER.test(segment);
  return wanted === '*' || (wanted === ':section' ? !RESERVED.includes(segment) : wanted === segment);
};

const findPart = (routes: readonly Route[], segments: readonly string[]): Part | undefined =>
  routes.find(([pattern]) => {
    const wanted = segmentsOf(pattern);
    return wanted.length === segments.length && wanted.every((one, at) => matchesSegment(one, segments[at] ?? ''));
  })?.[1];

const partsOf = (pathname: string): readonly Part[] => {
  const segments = segmentsOf(pathname);
  const entrance = findPart(entrances, segments);
  return entrance ? [entrance] : [frame, findPart(framed, segments) ?? notFound];
};

/** Resolves when the first page, or its placeholder, is rendered. */
export const routed = startVisits(partsOf);
