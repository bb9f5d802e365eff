/** Addresses of the UI. */
import type { ComponentType } from 'react';
import { createBrowserRouter, Navigate, type RouteObject, useLoaderData } from 'react-router';
import { pages } from './pages/registry.ts';
import { Crashed, NotFound, NotLoaded, Waiting } from './shell/fallbacks.tsx';
import { loadsNewRelease } from './shell/new-release.ts';

type Load = () => Promise<{ default: ComponentType }>;

/** What a visit has loaded; null where nothing came. */
const Loaded = () => {
  const page = useLoaderData<Awaited<ReturnType<Load>> | null>();
  const Page = page?.default ?? NotLoaded;
  return <Page />;
};

/**
 * A page that loads when it is visited. Each visit tries anew (the browser keeps what it has); the router's own `lazy`
 * would keep a failure until the tab is closed.
 */
const lazyPage = (load: Load): RouteObject => ({
  loader: async ({ request }) => {
    try {
      return await load();
    } catch {
      // A document that is on its way takes the place of this one.
      return (await loadsNewRelease(request.url)) ? new Promise(() => undefined) : null;
    }
  },
  // A change of what stands behind the `?` asks for no other page; trying again does.
  shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.href === nextUrl.href,
  Component: Loaded,
});

const settings = pages.flatMap(({ path, load }): RouteObject[] =>
  load ? [{ path, ...lazyPage(load), errorElement: <Crashed /> } as RouteObject] : [],
);

export const router = createBrowserRouter([
  {
    hydrateFallbackElement: <Waiting />,
    errorElement: <Crashed />,
    children: [
      { path: '/', element: <Navigate to="/settings" replace /> },
      { path: '/login', ...lazyPage(() => import('./pages/login/page.tsx')) } as RouteObject,
      { path: '/forgotten-password', ...lazyPage(() => import('./pages/forgotten/page.tsx')) } as RouteObject,
      { path: '/invitation/:secret', ...lazyPage(() => import('./pages/invitation/page.tsx')) } as RouteObject,
      {
        ...lazyPage(() => import('./shell/shell.tsx')),
        children: [...settings, { path: '*', element: <NotFound /> }],
      } as RouteObject,
    ],
  },
]);

/** The first page, or what stands for it, is there. */
export const routed = new Promise<void>((resolve) => {
  if (router.state.initialized) resolve();
  const stop = router.subscribe(({ initialized }) => {
    if (!initialized) return;
    stop();
    resolve();
  });
});
