/** Addresses of the UI. */
import type { ComponentType } from 'react';
import { createBrowserRouter, Navigate, type RouteObject } from 'react-router';
import { pages } from './pages/registry.ts';
import { Crashed, NotFound, NotLoaded, Waiting } from './shell/fallbacks.tsx';
import { Shell } from './shell/shell.tsx';

type Load = () => Promise<{ default: ComponentType }>;

/** A page that loads when it is opened. The router would wait for ever for one that cannot be loaded. */
const lazyPage = (load: Load) => async () => ({
  Component: (await load().catch(() => ({ default: NotLoaded }))).default,
});

const settings = pages.flatMap(({ path, load }): RouteObject[] =>
  load ? [{ path, lazy: lazyPage(load), errorElement: <Crashed /> }] : [],
);

export const router = createBrowserRouter([
  {
    hydrateFallbackElement: <Waiting />,
    errorElement: <Crashed />,
    children: [
      { path: '/', element: <Navigate to="/settings" replace /> },
      { path: '/login', lazy: lazyPage(() => import('./pages/login/page.tsx')) },
      {
        path: '/invitation/:secret',
        lazy: lazyPage(() => import('./pages/invitation/page.tsx')),
      },
      { element: <Shell />, children: [...settings, { path: '*', element: <NotFound /> }] },
    ],
  },
]);
