import { readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

import { circlesOf, importGraph, importsOf, projectRoot, sources, type Import } from './support/imports';

/**
 * Packages that `domain` may use. Browser and servers share it, so it is plain TypeScript except for cryptography, and for
 * what follows a request from the web tier to the database.
 */
const domainPackages = [
  'domain/\\S+ -> zod',
  'domain/secrets.ts -> node:crypto',
  'domain/yield-to-others.ts -> node:async_hooks',
].map((use) => new RegExp(`^${use}$`));

/** Modules that screen parts may import from the frame around them: types, addresses, the name of the form token. */
const frame = ['app/load-context', 'app/root-data', 'app/paths', 'app/auth/same-origin-check'];

/** Allowed imports of a folder inside the project; the most specific folder decides. */
const allowed: Record<string, string[]> = {
  domain: ['domain'],
  'app/repository-client': ['domain', 'app/repository-client'],
  'app/auth': ['domain', 'app/auth', 'app/repository-client', 'app/i18n', 'app/load-context'],
  'app/store': ['domain', 'app/store', 'app/auth', 'app/forms/form-entries'],
  'app/drafts': [
    'domain',
    'app/drafts',
    'app/auth',
    'app/forms',
    'app/i18n',
    'app/repository-client',
    'app/store',
    ...frame,
  ],
  'app/forms': ['domain', 'app/forms', 'app/i18n', ...frame],
  'app/components': ['domain', 'app/components', 'app/forms', 'app/drafts', 'app/i18n', ...frame],
  'app/screens': [
    'domain',
    'app/auth',
    'app/components',
    'app/drafts',
    'app/forms',
    'app/i18n',
    'app/repository-client',
    'app/screens',
    'app/store',
    ...frame,
  ],
  'app/i18n': ['domain', 'app/i18n', 'app/load-context', 'app/auth/cookies', 'locales'],
  app: ['domain', 'app', 'locales'],
  'services/repository/store': [
    'domain',
    'services/repository/store',
    'services/ask-together',
    'services/root-folder',
    'services/repository/content-tag',
  ],
  'services/repository/usecases': [
    'domain',
    'services/repository',
    'services/audit',
    'services/database/read-once',
    'services/root-folder',
  ],
  'services/repository/api': ['domain', 'services/repository', 'services/root-folder', 'services/tracing'],
  'services/repository': [
    'domain',
    'services/repository',
    'services/ask-together',
    'services/audit',
    'services/database/migrate-schema',
    'services/database/read-once',
    'services/processes',
    'services/log',
    'services/root-folder',
    'services/tracing',
  ],
  'services/audit': ['domain', 'services/audit'],
  'services/identity': [
    'domain',
    'services/identity',
    'services/ask-together',
    'services/audit',
    'services/configuration',
    'services/database',
    'services/log',
    'locales',
  ],
  'services/database': [
    'domain/operator-error',
    'domain/sql-state',
    'domain/yield-to-others',
    'services/database',
    'services/processes',
    'services/root-folder',
    'services/tracing',
  ],
  'services/processes': ['services/processes'],
  'services/configuration': ['domain', 'services/configuration'],
  'services/log': ['domain/outage', 'services/log'],
  'services/http': ['domain', 'services/http', 'services/log', 'services/tracing'],
  'services/tracing': ['services/tracing'],
};

/** Exceptions: imports that are forbidden although the rules above would allow them. */
const closed: { from: string; to: string }[] = [
  { from: 'services/repository/usecases', to: 'services/repository/api' },
  { from: 'services/repository/api', to: 'services/repository/files' },
  { from: 'services/repository/api', to: 'services/repository/tables' },
];

const within = (file: string, folder: string) => file === folder || file.startsWith(`${folder}/`);

function breaks({ from, to }: Import): boolean {
  const room = Object.keys(allowed)
    .filter((folder) => within(from, folder))
    .sort((a, b) => b.length - a.length)[0];
  if (!room) return false;
  if (isRoute(from) && isRoute(to) && routeOf(from) !== routeOf(to)) return true;
  if (closed.some((rule) => within(from, rule.from) && within(to, rule.to))) return true;
  return !(allowed[room] ?? []).some((folder) => within(to, folder) || to.startsWith(`${folder}.`));
}

const isRoute = (file: string) => file.startsWith('app/routes/');
const routeOf = (file: string) => file.split('/')[2]?.replace(/\.tsx?$/, '');

test('every import is allowed by the rules', () => {
  const files = ['app', 'domain', 'services'].flatMap(sources);
  expect(files.length).toBeGreaterThan(50);
  const broken = files
    .flatMap((file) => importsOf(file).inside)
    .filter(breaks)
    .map(({ from, to }) => `${from} -> ${to}`);
  expect(broken).toEqual([]);
});

test('docs/architecture.md has the same rules', () => {
  const page = readFileSync(path.join(projectRoot, 'docs/architecture.md'), 'utf8');
  const [, section = ''] = page.split('## Who may import whom');
  const rows = [...(section.split('\n## ')[0] ?? '').matchAll(/^\| `(\S+)` +\|(.*)\|$/gm)];
  const namesIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
  const written = rows.map(([, from = '', cell = '']): [string, string[]] => {
    const names = [...namesIn(cell), ...(cell.includes('the frame') ? frame : [])];
    return [from, names.sort()];
  });
  const known = Object.entries(allowed).map(([from, to]): [string, string[]] => {
    return [from, to.filter((folder) => folder !== from).sort()];
  });
  expect(written).toEqual(known);
});

const modules = importGraph(['app', 'domain', 'services']);

test('no module imports itself through others', () => {
  expect(circlesOf(modules)).toEqual([]);
});

test.each(['services/repository/', 'services/identity/'])(
  'no part of %s imports another one that imports it back',
  (root) => {
    const partOf = (file: string) => file.slice(root.length).split('/')[0] ?? '';
    const parts = new Map<string, Set<string>>();
    for (const [file, imported] of modules) {
      if (!file.startsWith(root)) continue;
      const others = [...imported].filter((one) => one.startsWith(root)).map(partOf);
      const known = parts.get(partOf(file)) ?? [];
      parts.set(partOf(file), new Set([...known, ...others].filter((one) => one !== partOf(file))));
    }
    expect(parts.size).toBeGreaterThan(10);
    expect(circlesOf(parts)).toEqual([]);
  },
);

test('an import cycle is found', () => {
  const edges = new Map([
    ['a', new Set(['b'])],
    ['b', new Set(['c'])],
    ['c', new Set(['b'])],
  ]);
  expect(circlesOf(edges)).toEqual(['b -> c -> b']);
});

test('domain needs only zod, cryptography, and what follows a request', () => {
  const used = sources('domain').flatMap((file) => importsOf(file).packages.map((name) => `${file} -> ${name}`));
  expect(used.filter((use) => !domainPackages.some((allowed) => allowed.test(use)))).toEqual([]);
});

test('a violation is found', () => {
  const screen = { from: 'app/routes/my-downloads/route.tsx', to: 'services/repository/store/database' };
  const neighbour = { from: 'app/routes/my-downloads/route.tsx', to: 'app/routes/info.$page/route' };
  const upwards = { from: 'services/repository/store/uploads.ts', to: 'services/repository/usecases/context' };
  expect([screen, neighbour, upwards].map(breaks)).toEqual([true, true, true]);
  expect(breaks({ from: 'app/routes/my-downloads/route.tsx', to: 'app/components/data-table' })).toBe(false);
});
