/** Addresses of the UI. */
import type { ComponentType } from 'react';
import { NotFound } from '../components/feedback/page-fallbacks.tsx';
import { segmentsOf } from '../router/path.ts';
import { preloadLater } from '../router/preload.ts';
import { type Part, startVisits } from '../router/router.ts';
import { reloadOnStaleChunk } from '../router/stale-chunk-reload.ts';
import { pages } from '../settings/page-registry.ts';

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

const entrances = new Map([
  ['/login', inFile(() => import('../sign-in/login/page.tsx'))],
  ['/forgotten-password', inFile(() => import('../sign-in/forgotten-password/page.tsx'))],
]);
const invitation = inFile(() => import('../sign-in/invitation/page.tsx'));
const frame = inFile(() => import('../layout/layout.tsx'));
const settings = new Map(pages.flatMap(({ path, load }) => (load ? [[path, inFile(load)] as const] : [])));
const day = inFile(() => import('../workspace/my-day/page.tsx'));
const inbox = inFile(() => import('../workspace/inbox/page.tsx'));
const imports = inFile(() => import('../workspace/imports/page.tsx'));
const importJob = inFile(() => import('../workspace/imports/job-page.tsx'));
const exports = inFile(() => import('../workspace/exports/page.tsx'));
const merge = inFile(() => import('../workspace/merge/page.tsx'));
const privacy = inFile(() => import('../workspace/privacy/page.tsx'));
const deadlines = inFile(() => import('../workspace/my-day/deadlines-page.tsx'));
const list = inFile(() => import('../workspace/lists/page.tsx'));
const loadNewRecord = () => import('../workspace/forms/page.tsx');
const newRecord = inFile(loadNewRecord);
// Text that follows the key of a form waits for its file. Visits of the settings seldom make a record.
if (!window.location.pathname.startsWith('/settings')) preloadLater(loadNewRecord);
const record = inFile(() => import('../workspace/record/page.tsx'));
const notFound: Part = { now: () => NotFound, load: async () => {} };

const NUMBER = /^[1-9]\d{0,15}$/;

/** The page of an address of the workspace: a kind of records, the number of one, and what hangs on it. */
const workPage = (words: readonly string[]): Part => {
  const [section, id, tab, further] = words;
  if (section === undefined) return day;
  if (section === 'settings' || further !== undefined) return notFound;
  if (section === 'inbox') return id === undefined ? inbox : notFound;
  if (section === 'imports')
    return id === undefined ? imports : NUMBER.test(id) && tab === undefined ? importJob : notFound;
  if (section === 'exports') return id === undefined ? exports : notFound;
  if (id === undefined) return list;
  if (section === 'customers' && tab === 'merge') return merge;
  if (section === 'customers' && tab === 'privacy') return NUMBER.test(id) ? privacy : notFound;
  if (section === 'contracts' && id === 'deadlines' && words.length === 2) return deadlines;
  if (id === 'new' && words.length === 2) return newRecord;
  return NUMBER.test(id) ? record : notFound;
};

const partsOf = (pathname: string): readonly Part[] => {
  const segments = segmentsOf(pathname);
  if (segments.length === 2 && segments[0] === 'invitation') return [invitation];
  const path = `/${segments.join('/')}`;
  const entrance = entrances.get(path);
  return entrance ? [entrance] : [frame, settings.get(path) ?? workPage(segments)];
};

/** Resolves when the first page, or its placeholder, is rendered. */
export const routed = startVisits(partsOf);
