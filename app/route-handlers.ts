import { createRequestHandler, type ServerBuild } from '@remix-run/node';
import { matchRoutes } from '@remix-run/react';
import { LRUCache } from 'lru-cache';

import { asksForRoutes, shapeOf, wordsOf } from './answerable-address';
import type { Handle } from './outage-page';

type Routes = Parameters<typeof matchRoutes>[0];

/** Own estimate: more shapes of addresses than are asked for; each costs as much as its few routes. */
const maxShapes = 500;

/**
 * Remix's handler of a build. Remix creates, flattens and ranks all routes it knows several times for each page, which took
 * a seventh of the time of home. So the routes of an address have a handler of their own, made when it is first asked for.
 */
export function createRouteHandlers(build: ServerBuild, mode: string): Handle {
  const ofAll = createRequestHandler(build, mode);
  const words = wordsOf(build.routes);
  const tree = treeOf(build.routes);
  const handlers = new LRUCache<string, Handle>({ max: maxShapes });

  return (request, context) => {
    const { pathname } = new URL(request.url);
    // The router compares decoded paths, and script asks about routes of other addresses.
    if (pathname.includes('%') || asksForRoutes(request)) return ofAll(request, context);
    const page = pathname.replace(/\.data$/, '').replace(/^\/_root$/, '/');
    const shape = shapeOf(page, words);
    let handler = handlers.get(shape);
    if (!handler) {
      const ids = idsAt(tree, shape);
      handler = ids ? createRequestHandler(partOf(build, ids), mode) : ofAll;
      handlers.set(shape, handler);
    }
    return handler(request, context);
  };
}

/** Ids of the routes that Remix tells the browser for an address: its own, and those of the paths above; null if it has none. */
function idsAt(tree: Routes, path: string): Set<string> | null {
  const idsOf = (at: string) => matchRoutes(tree, at)?.map(({ route }) => route.id!) ?? [];
  const own = idsOf(path);
  if (own.length === 0) return null;
  const segments = path.split('/');
  const above = segments.map((_, end) => segments.slice(0, end).join('/') || '/');
  return new Set([...own, ...above.flatMap(idsOf)]);
}

function partOf(build: ServerBuild, ids: Set<string>): ServerBuild {
  const only = <Routes extends Record<string, unknown>>(routes: Routes) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => ids.has(id))) as Routes;
  return { ...build, routes: only(build.routes), assets: { ...build.assets, routes: only(build.assets.routes) } };
}

function treeOf(routes: ServerBuild['routes'], parent?: string): Routes {
  return Object.values(routes)
    .filter((route) => route !== undefined && route.parentId === parent)
    .map((route) => {
      const { id, path, index, caseSensitive } = route!;
      return index ? { id, path, index, caseSensitive } : { id, path, caseSensitive, children: treeOf(routes, id) };
    });
}
