/** Addresses of the UI. */
import { createBrowserRouter, Navigate, type RouteObject } from 'react-router';
import { pages } from './pages/registry.ts';
import { Crashed, NotFound, Waiting } from './shell/fallbacks.tsx';
import { Shell } from './shell/shell.tsx';

const settings = pages.flatMap(({ path, load }): RouteObject[] =>
  load ? [{ path, lazy: async () => ({ Component: (await load()).default }), errorElement: <Crashed /> }] : [],
);

export const router = createBrowserRouter([
  {
    hydrateFallbackElement: <Waiting />,
    errorElement: <Crashed />,
    children: [
      { path: '/', element: <Navigate to="/settings" replace /> },
      { path: '/login', lazy: async () => ({ Component: (await import('./pages/login/page.tsx')).default }) },
      {
        path: '/invitation/:secret',
        lazy: async () => ({ Component: (await import('./pages/invitation/page.tsx')).default }),
      },
      { element: <Shell />, children: [...settings, { path: '*', element: <NotFound /> }] },
    ],
  },
]);
