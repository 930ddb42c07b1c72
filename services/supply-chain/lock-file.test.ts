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
const installed = Object.entries(packages).flatMap(([folder, locked]) =>
  folder === '' ? [] : [{ ...locked, name: locked.name ?? folder.replace(/^.*node_modules\//, '') }],
);

test('every package comes from the registry and has a SHA-512', () => {
  expect(installed.length).toBeGreaterThan(1000);
  expect(installed.filter(({ integrity = '' }) => !/^sha512-/.test(integrity)).map(({ name }) => name)).toEqual([]);
  const isElsewhere = ({ resolved }: Locked) => resolved && !resolved.startsWith('https://registry.npmjs.org/');
  expect(installed.filter(isElsewhere).map(({ name }) => name)).toEqual([]);
});

/** Whether the address of a package is that of its own name and version. Its folder may have another name (`npm:`). */
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
  ['GPL-3.0-only', false],
  ['', false],
])('%j is accepted: %j', (expression, expected) => {
  expect(isAcceptedLicence(expression)).toBe(expected);
});
