import { readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

import { importClosure, projectRoot, sources } from '../../tests/support/imports';

/** A module without its docstrings, whose examples load nothing. */
const read = (file: string) => readFileSync(path.join(projectRoot, file), 'utf8').replace(/\/\*\*[^]*?\*\//g, '');
const quoted = (text: string) => [...text.matchAll(/'([\w-]+)'/g)].map(([, name = '']) => name);

/** Namespaces of the texts that a module shows in the browser, according to its source. */
function areasOf(file: string): string[] {
  const text = read(file);
  const hooks = [...text.matchAll(/useTranslation\(([^)]*)\)/g)].flatMap(([, names = '']) => quoted(names));
  const keys = [...text.matchAll(/\bt\(\s*[`']([a-z-]+):/g)].map(([, name = '']) => name);
  const title = /title: '([a-z-]+):/.exec(text)?.[1];
  return [...hooks, ...keys, ...(title ? [title] : [])];
}

/** Namespaces that a module loads before it is shown. */
const fetchedBy = (file: string) =>
  [...read(file).matchAll(/loadTexts\(([^)]*)\)/g)].flatMap(([, names = '']) => quoted(names));

/** Modules that run in the browser, without the server halves of routes. */
const inBrowser = (file: string) => file.endsWith('.tsx') || /\/use-[\w-]+\.ts$/.test(file);

/** Modules of the server alone are not sent, and neither is what only they import. */
const isSent = (file: string) => !/\.server\.tsx?$/.test(file);

const always = fetchedBy('app/i18n/browser-texts.ts');
const frames = ['file-upload', 'administration', 'editorial-board'];

function missingAreas(route: string): string[] {
  const name = route.split('/')[2] ?? '';
  const frame = frames.filter((one) => name.startsWith(`${one}.`)).map((one) => `app/routes/${one}/route.tsx`);
  const fetched = new Set([...always, ...[route, ...frame].flatMap(fetchedBy)]);
  const shown = new Set(importClosure(route, isSent).filter(inBrowser).flatMap(areasOf));
  return [...shown].filter((area) => !fetched.has(area)).map((area) => `${route} shows ${area}`);
}

test('every screen with script waits for the texts it shows', () => {
  expect(always).toContain('common');
  const routes = sources('app/routes')
    .filter((file) => file.endsWith('/route.tsx'))
    .filter((file) => !/script: false/.test(read(file)));
  expect(routes.length).toBeGreaterThan(15);
  expect(routes.flatMap(missingAreas)).toEqual([]);
});
