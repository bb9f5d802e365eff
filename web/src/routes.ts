/** Addresses of the UI. */
import type { ComponentType } from 'react';
import { pages } from './pages/registry.ts';
import { writeEntry } from './router/entries.ts';
import { segmentsOf } from './router/segments.ts';
import { type Part, startVisits } from './router/visits.ts';
import { NotFound } from './shell/fallbacks.tsx';
import { loadsNewRelease } from './shell/new-release.ts';

/** A part in a file of its own. Each visit tries anew where it did not come. */
const inFile = (load: () => Promise<{ default: ComponentType }>): Part => {
  let part: ComponentType | undefined;
  return {
    now: () => part,
    load: async (href) => {
      try {
        part = (await load()).default;
      } catch {
        // A document that is on its way takes the place of this one.
        if (await loadsNewRelease(href)) await new Promise(() => undefined);
      }
    },
  };
};

const entrances = new Map([
  ['/login', inFile(() => import('./pages/login/page.tsx'))],
  ['/forgotten-password', inFile(() => import('./pages/forgotten/page.tsx'))],
]);
const invitation = inFile(() => import('./pages/invitation/page.tsx'));
const frame = inFile(() => import('./shell/shell.tsx'));
const settings = new Map(pages.flatMap(({ path, load }) => (load ? [[path, inFile(load)] as const] : [])));
const notFound: Part = { now: () => NotFound, load: async () => {} };

const partsOf = (pathname: string): readonly Part[] => {
  const segments = segmentsOf(pathname);
  if (segments.length === 2 && segments[0] === 'invitation') return [invitation];
  const path = `/${segments.join('/')}`;
  const entrance = entrances.get(path);
  return entrance ? [entrance] : [frame, settings.get(path) ?? notFound];
};

if (window.location.pathname === '/') writeEntry('replace', '/settings');

/** The first page, or what stands for it, is there. */
export const routed = startVisits(partsOf);
