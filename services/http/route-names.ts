import { readdirSync } from 'node:fs';

import { TrieRouter } from 'hono/router/trie-router';

/** Name of an address in the log. */
export interface RouteName {
  /** Pattern of the address, `/file-upload/data/:id`: never what stands in the place of `:id`. */
  route: string;
  /** Files of the web app and questions about health: many, and of no interest while they are answered. */
  isQuiet: boolean;
}

const health = ['/healthz', '/readyz'];

/**
 * Names addresses by their patterns, the one with the fewest variable parts first. An address of none is
 * named by the end that takes it in: `/api/*`, `/identity/*` or `/*`.
 */
export function createRouteNames(patterns: string[], files: string[]): (path: string) => RouteName {
  const quiet = new Set([...health, ...files]);
  const router = new TrieRouter<RouteName>();
  const all = [...new Set([...quiet, ...patterns, '/api/*', '/identity/*', '/*'])];
  for (const pattern of all.sort((a, b) => variability(a) - variability(b))) {
    const route = pattern.replace(/\{[^}]*\}/g, '');
    router.add('ALL', pattern, { route, isQuiet: quiet.has(pattern) });
  }
  return (path) => router.match('ALL', path)[0][0]?.[0] ?? { route: '/*', isQuiet: false };
}

/** A pattern of fixed words comes first, then those with variable parts, then those that are open to the right. */
function variability(pattern: string): number {
  const parts = pattern.split('/');
  const rest = pattern.endsWith('*') ? 1000 - 10 * parts.length : 0;
  return rest + parts.filter((part) => part.startsWith(':')).length;
}

/** Patterns of the web app's routes, each below those it is nested in. */
export function webPatterns(routes: Record<string, { path?: string; parentId?: string } | undefined>): string[] {
  const pathOf = (id: string | undefined): string => {
    const found = id === undefined ? undefined : routes[id];
    if (!found) return '';
    return pathOf(found.parentId) + (found.path ? `/${found.path}` : '');
  };
  return Object.keys(routes).map((id) => pathOf(id) || '/');
}

/** Patterns of what lies in a folder of files. */
export function filePatterns(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).map((entry) =>
    entry.isDirectory() ? `/${entry.name}/*` : `/${entry.name}`,
  );
}
