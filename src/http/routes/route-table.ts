/** The routes below `/v3/`: found by the pattern of a path, with a `#` for each number (rules 1.4). */
import type { Method, Route } from '../../derive/routing/routes.ts';
import { type Code, errorTable, fail, invalid } from '../../errors/api-error.ts';
import { keys } from '../../model/declaration/path-keys.ts';
import type { Registry } from '../../model/registry.ts';
import { MAX_PATH_NAME } from '../../shared/limits.ts';
import { isTypoOf } from '../../shared/suggest.ts';

const NUMERIC = /^-?\d+(\.\d+)?$/;

/** The match of a path. */
export interface Found {
  readonly route: Route;
  readonly pathIds: readonly string[];
  /** The name in the path, undecoded. */
  readonly name?: string;
}

/** Finds the route of a path. */
export interface RouteTable {
  readonly routes: readonly Route[];
  /** Paths of POST routes that only read. */
  readonly readPosts: ReadonlySet<string>;
  /**
   * The route of a method and path.
   * @param path below `/v3/`, undecoded, without the query
   * @throws 404 `endpoint_not_found`, `unknown_resource`, `unsupported_sub_resource`; 405 with `Allow`
   */
  find(method: string, path: string): Found;
}

/** Longer path segments are not compared for typos. */
const MOST_LETTERS = 40;

/** Whether a segment may be a typo of a pattern's segment; one with a digit may stand for a number. */
const isMeant = (step: string, known: string): boolean =>
  step.length <= MOST_LETTERS && (known === '#' ? /\d/.test(step) : isTypoOf(step, [known]) !== undefined);

/** A path, and the segments of its pattern. */
interface Address {
  readonly known: readonly string[];
  readonly address: string;
}

/** The path that a request may have meant, with a superfluous slash or a typo. */
const meantAddress = (addresses: readonly Address[], steps: readonly string[]): string | undefined => {
  const written = steps.filter((step) => step !== '');
  let left = addresses.filter(({ known }) => known.length === written.length);
  for (const [at, step] of written.entries()) {
    const same = left.filter(({ known }) => known[at] === step);
    left = same.length ? same : left.filter(({ known }) => isMeant(step, known[at] ?? ''));
  }
  return left[0]?.address;
};

const allowed = (methods: ReadonlyMap<Method, Route>): string =>
  [...methods.keys()].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');

/** Creates the table of all routes. @throws Error if two have the same method and path */
export const createRouteTable = (routes: readonly Route[], registry: Registry): RouteTable => {
  const byPattern = new Map<string, Map<Method, Route>>();
  for (const route of routes) {
    const methods = byPattern.get(route.pattern) ?? new Map<Method, Route>();
    if (methods.has(route.method)) throw new Error(`Two routes for ${route.method} ${route.pattern}`);
    byPattern.set(route.pattern, methods.set(route.method, route));
  }
  const addresses = routes.map(({ pattern, address }) => ({ known: pattern.split('/'), address }));
  const subNames = new Set([...byPattern.keys()].flatMap((pattern) => /^[\w-]+\/#\/([\w-]+)/.exec(pattern)?.[1] ?? []));
  /** Patterns of single records that have sub-resources: `products/#`, `products/#/portals/#`. */
  const owners = new Set([
    ...registry.resources.filter(({ nesting: place }) => place.topLevel).map(({ path }) => `${path}/#`),
    ...routes.flatMap(({ pattern, grandparent }) => (grandparent ? pattern.split('/').slice(0, 4).join('/') : [])),
  ]);

  /** The code for an unknown path: a sub-resource of a record that does not exist, or no endpoint. */
  const unmatched = (steps: readonly string[]): Code => {
    const owner = [4, 2].map((length) => steps.slice(0, length).join('/')).find((pattern) => owners.has(pattern));
    const sub = owner === undefined ? undefined : steps[owner.split('/').length];
    if (sub === undefined) return 'endpoint_not_found';
    if (subNames.has(sub)) return byPattern.has(`${owner}/${sub}`) ? 'endpoint_not_found' : 'unsupported_sub_resource';
    return /^[A-Za-z_][\w-]*$/.test(sub) ? 'unknown_resource' : 'endpoint_not_found';
  };

  const readPosts = routes.filter(({ method, scope }) => method === 'POST' && scope.endsWith(':read'));
  return {
    routes,
    readPosts: new Set(readPosts.map(({ address }) => address)),
    find: (method, path) => {
      const pathIds: string[] = [];
      const steps = path.split('/').map((step) => {
        if (!NUMERIC.test(step)) return step;
        pathIds.push(step);
        return '#';
      });
      const written = path.split('/');
      const named = [written.length - 1, written.length - 2].find(
        (at) => written[at] && byPattern.has(steps.with(at, '*').join('/')),
      );
      const methods =
        byPattern.get(steps.join('/')) ??
        (named === undefined ? undefined : byPattern.get(steps.with(named, '*').join('/')));
      if (!methods) {
        const code = unmatched(steps);
        const meant = meantAddress(addresses, steps);
        throw fail(code, meant ? { message: `${errorTable[code][1]} Did you mean ${meant}?` } : {});
      }
      const route = methods.get((method === 'HEAD' ? 'GET' : method) as Method);
      if (!route) throw fail('method_not_allowed', { headers: { Allow: allowed(methods) } });
      if (!route.hasName || named === undefined) return { route, pathIds };
      return { route, pathIds: pathIds.slice(0, route.pathIds.length), name: written[named] ?? '' };
    },
  };
};

/** Path numbers as integers. @throws 400 `invalid_id`, `invalid_kid`; the leftmost bad one counts */
export const pathIdsOf = ({ route, pathIds }: Found): number[] =>
  pathIds.map((text, i) => {
    const number = /^\d+$/.test(text) ? Number(text) : 0;
    const { name = 'id' } = route.pathIds[i] ?? {};
    if (!Number.isSafeInteger(number) || number < 1 || number > keys[name].most) throw fail(keys[name].error);
    return number;
  });

/** The name in a path, in Unicode form C and without outer blanks. @throws 400 `validation_failed` */
export const pathNameOf = ({ name = '' }: Found): string => {
  const wrong = (message: string) => invalid([{ path: ['name'], code: 'invalid_format', message }]);
  try {
    const text = decodeURIComponent(name).normalize('NFC').trim();
    if (/^[^\p{C}]+$/u.test(text) && text.length <= MAX_PATH_NAME) return text;
  } catch {
    throw wrong('The name in the path is no percent-encoded UTF-8.');
  }
  throw wrong(`The name in the path has 1 to ${MAX_PATH_NAME} characters, none of them a control character.`);
};
