/** Every route of the settings API. */
import { accountRoutes } from './account.ts';
import { archiveRoutes } from './archive.ts';
import { auditRoutes } from './audit.ts';
import { catalogueRoutes } from './catalogues.ts';
import { fieldRoutes } from './fields.ts';
import { letterheadRoutes } from './letterhead.ts';
import { mailboxRoutes } from './mailboxes.ts';
import { organisationRoutes } from './organisation.ts';
import { overviewRoutes } from './overview.ts';
import { privacyRoutes } from './privacy.ts';
import { roleRoutes } from './roles.ts';
import type { Answered, Route, Sent, Taken } from './route.ts';
import { sessionRoutes } from './session.ts';
import { ssoRoutes } from './sso.ts';
import { tokenRoutes } from './tokens.ts';
import { userRoutes } from './users.ts';
import { webhookRoutes } from './webhooks.ts';

const routes = {
  ...sessionRoutes,
  ...ssoRoutes,
  ...accountRoutes,
  ...organisationRoutes,
  ...mailboxRoutes,
  ...overviewRoutes,
  ...tokenRoutes,
  ...webhookRoutes,
  ...fieldRoutes,
  ...catalogueRoutes,
  ...letterheadRoutes,
  ...privacyRoutes,
  ...archiveRoutes,
  ...roleRoutes,
  ...userRoutes,
  ...auditRoutes,
} as const;

type Table = typeof routes;

/** `PATCH /tokens/:id` */
export type RouteName = keyof Table;

/** The result type of a route. */
export type AnswerOf<Name extends RouteName> = Answered<Table[Name]>;

/** The body of a route: as it is sent, and as its handler gets it. */
export type SentTo<Name extends RouteName> = Sent<Table[Name]>;
export type BodyOf<Name extends RouteName> = Taken<Table[Name]>;

/** The names that a route's query may have. */
export type QueryOf<Name extends RouteName> = Table[Name] extends { readonly query: infer Query } ? keyof Query : never;

/** A route with method and path from its name. */
export interface SettingsRoute extends Route {
  readonly name: RouteName;
  readonly method: string;
  readonly path: string;
  readonly who: NonNullable<Route['who']>;
}

export const settingsRoutes: readonly SettingsRoute[] = Object.entries<Route>(routes).map(([name, route]) => {
  const [method = '', path = ''] = name.split(' ');
  return Object.freeze({ who: 'administrator', ...route, name: name as RouteName, method, path });
});
