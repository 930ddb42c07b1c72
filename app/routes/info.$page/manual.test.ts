import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

import { languages, type Language } from '@domain/language';

import { manualSections } from '~/paths';

const root = path.resolve(import.meta.dirname, '../../..');

function readManual(language: Language): string {
  return readFileSync(path.join(root, 'locales', language, 'documents/manual.md'), 'utf8');
}

const headingIds = (manual: string) => [...manual.matchAll(/^##+ .*\{#([\w-]+)\}$/gm)].map(([, id]) => id);

/** Check rules by module name; 'r01-not-a-number.ts' is 'R01'. */
function implementedRules(): string[] {
  const names = readdirSync(path.join(root, 'services/repository/checks/rules'));
  return names.flatMap((name) => /^r\d\d(?=-[\w-]+\.ts$)/.exec(name)?.[0].toUpperCase() ?? []).sort();
}

/** Sections that the routes name in `handle.help`. */
function helpOfRoutes(): string[] {
  const routes = path.join(root, 'app/routes');
  const files = readdirSync(routes, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('route.tsx'));
  return files.flatMap((file) => {
    const source = readFileSync(path.join(routes, file), 'utf8');
    return [...source.matchAll(/\bhelp: '([\w-]+)'/g)].map(([, section]) => section!);
  });
}

test('the manual has the same sections in both languages, each once', () => {
  const [english, german] = [headingIds(readManual('en')), headingIds(readManual('de'))];
  expect(german).toEqual(english);
  expect(new Set(english).size).toBe(english.length);
});

test('screens lead to existing sections of the manual', () => {
  expect(headingIds(readManual('en'))).toEqual(expect.arrayContaining([...manualSections]));
  const helps = helpOfRoutes();
  expect(helps.length).toBeGreaterThan(15);
  for (const section of helps) expect(manualSections).toContain(section);
});

test.each(languages)('the manual explains every check rule, and no other, in %s', (language) => {
  const explained = [...readManual(language).matchAll(/^\| (R\d\d) +\|/gm)].map(([, rule]) => rule);
  const rules = implementedRules();
  expect(rules.length).toBeGreaterThan(5);
  expect(explained).toEqual(rules);
});
