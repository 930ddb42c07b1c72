import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { isAcceptedLicence, licenceOf } from './licences';

interface Locked {
  /** Name of a package that is installed under another one. */
  name?: string;
  version?: string;
  dev?: boolean;
  license?: string;
  integrity?: string;
  resolved?: string;
  hasInstallScript?: boolean;
}
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> };
const { allowScripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { allowScripts: Record<string, boolean> };
const installed = installedOf(packages);

/** Packages under another name than their own (`npm:`), which a package may not become by its entry alone. */
const aliases = {
  'string-width-cjs': 'string-width',
  'strip-ansi-cjs': 'strip-ansi',
  'typescript-7': 'typescript',
  'wrap-ansi-cjs': 'wrap-ansi',
};

function installedOf(locked: Record<string, Locked>) {
  return Object.entries(locked).flatMap(([path, entry]) => {
    const folder = path.replace(/^.*node_modules\//, '');
    return path === '' ? [] : [{ ...entry, folder, name: entry.name ?? folder }];
  });
}

function aliasesOf(some: ReturnType<typeof installedOf>): Record<string, string> {
  return Object.fromEntries(some.flatMap(({ folder, name }) => (name === folder ? [] : [[folder, name]])));
}

test('every package has a SHA-512', () => {
  expect(installed.length).toBeGreaterThan(1000);
  expect(installed.filter(({ integrity = '' }) => !/^sha512-/.test(integrity)).map(({ name }) => name)).toEqual([]);
});

test('no other package than those that are known is installed under another name', () => {
  expect(aliasesOf(installed)).toEqual(aliases);
  const poisoned = { ...packages, 'node_modules/busboy': { name: 'evil-busboy', version: '1.6.0' } };
  expect(aliasesOf(installedOf(poisoned))).toEqual({ ...aliases, busboy: 'evil-busboy' });
});

/** Whether the address of a package is that of its own name and version in the registry. */
function isOwnAddress({ name, version = '', resolved = '' }: Locked & { name: string }): boolean {
  const file = `${name.replace(/^@[^/]*\//, '')}-${version}.tgz`;
  return resolved === `https://registry.npmjs.org/${name}/-/${file}`;
}

test('an address in the lock file is that of the own name and version', () => {
  const foreign = installed.filter((locked) => locked.resolved && !isOwnAddress(locked));
  expect(foreign.map(({ name, resolved }) => `${name}: ${resolved}`)).toEqual([]);
});

test.each([
  ['busboy', 'https://registry.npmjs.org/busboy/-/busboy-1.6.0.tgz', true],
  ['@scope/busboy', 'https://registry.npmjs.org/@scope/busboy/-/busboy-1.6.0.tgz', true],
  ['busboy', 'https://registry.npmjs.org/evil-busboy/-/evil-busboy-1.6.0.tgz', false],
  ['busboy', 'https://registry.npmjs.org/busboy/-/busboy-1.5.0.tgz', false],
])('%s from %s is its own: %j', (name, resolved, expected) => {
  expect(isOwnAddress({ name, version: '1.6.0', resolved })).toBe(expected);
});

test('every package with an install script is allowed or denied by its name', () => {
  const withScript = installed.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name);
  expect([...new Set(withScript)].sort()).toEqual(Object.keys(allowScripts).sort());
});

test('what is shipped is under licences that are accepted', () => {
  const shipped = installed.filter(({ dev }) => !dev);
  const refused = shipped.filter(({ name, license }) => !isAcceptedLicence(licenceOf(name, license)));
  expect(refused.map(({ name, license }) => `${name}: ${license}`)).toEqual([]);
});

test.each([
  ['(MIT OR GPL-3.0-only)', true],
  ['(MIT AND GPL-3.0-only)', false],
  ['(MIT OR Apache-2.0) AND GPL-3.0-only', false],
  ['(MIT OR GPL-3.0-only) AND (GPL-3.0-only OR ISC)', true],
  ['MIT AND (GPL-3.0-only OR ISC)', true],
  ['GPL-3.0-only OR MIT AND ISC', true],
  ['Apache-2.0 WITH LLVM-exception', false],
  ['GPL-3.0-only', false],
  ['SEE LICENSE IN LICENSE', false],
  ['', false],
])('%j is accepted: %j', (expression, expected) => {
  expect(isAcceptedLicence(expression)).toBe(expected);
});
