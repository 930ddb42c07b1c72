import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

import { languages } from '@domain/language';

import { rules } from '../services/repository/checks/rules';
import { projectRoot } from './support/imports';

/** Folders of the repository that docs name. */
const folders = ['.ci', '.github', 'app', 'docs', 'domain', 'locales', 'public', 'services', 'tests'];

const rootFiles = readdirSync(projectRoot, { withFileTypes: true }).filter((entry) => entry.isFile());
const paths = folders.flatMap((folder) => [
  folder,
  ...readdirSync(path.join(projectRoot, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
    path.join(folder, name),
  ),
]);
/** Every file and folder, each after a slash: what ends with '/context/policy.ts' is named by 'context/policy.ts'. */
const known = [...rootFiles.map(({ name }) => name), ...paths].map((name) => `/${name}`);

/** Endings of the repository's own files. Files of packages and of users have other ones. */
const sourceFile = /\.(?:css|csv|js|json|md|sh|svg|ts|tsx|yaml|yml)$/;
/** A path or a file name; not a command, a pattern (`<…>`, `*`, `{…}`), an address or a package. */
const pathLike = /^[\w.$()-]+(?:\/[\w.$()-]+)*\/?$/;

/** Files of the reference data, which is not part of the repository (MOTOTHEK_DATA), of packages, of users and of builds. */
const elsewhere = [
  ...['headers.csv', 'ro-crate-metadata.json', 'datapackage.json', 'croissant.json', 'study.json'],
  ...['build/sbom.cdx.json', 'build/dependencies.csv'],
];

/** Whether a code span names a file or a folder of the repository that is not there. */
function isStale(span: string): boolean {
  const name = span.replace(/\/$/, '');
  const isInFolder = name.includes('/') && folders.includes(name.split('/')[0] ?? '');
  if (elsewhere.includes(name) || !pathLike.test(span) || !(isInFolder || sourceFile.test(name))) return false;
  const endings = sourceFile.test(name) ? [name] : [name, `${name}.ts`, `${name}.tsx`];
  return !endings.some((ending) => known.some((file) => file.endsWith(`/${ending}`)));
}

/** Code spans of a page, without code blocks. */
const spansOf = (page: string) => [...withoutBlocks(page).matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span);
const withoutBlocks = (page: string) => page.replace(/^```[^]*?^```/gm, '');

/** Links of a page to files beside it. */
function linksOf(page: string): string[] {
  const links = [...withoutBlocks(page).matchAll(/\]\(([^)\s#]+)/g)].map(([, link = '']) => link);
  return links.filter((link) => !/^[a-z]+:/.test(link));
}

const pages = ['README.md', ...paths.filter((name) => /^(?:docs|\.github)\/.*\.md$/.test(name))];

test('docs name only files that exist', () => {
  expect(pages.length).toBeGreaterThan(20);
  const stale = pages.flatMap((page) => {
    const text = readFileSync(path.join(projectRoot, page), 'utf8');
    const lost = linksOf(text).filter((link) => !existsSync(path.join(projectRoot, path.dirname(page), link)));
    return [...spansOf(text).filter(isStale), ...lost].map((name) => `${page}: ${name}`);
  });
  expect(stale).toEqual([]);
});

test('a stale name is found; patterns, commands, addresses and other files are not', () => {
  const gone = ['datacite-schema.ts', 'files/part-files.ts', 'app/auth/no-such-part', 'olicy.ts', 'docs/0004.md'];
  expect(gone.filter(isStale)).toEqual(gone);
  const others = ['locales/<code>', '*.long.test.ts', 'data/', '.env', '/api/search', '@tus/server', 'npm run x.ts'];
  expect(others.filter(isStale)).toEqual([]);
  expect(['context/policy.ts', 'app/load-context', 'docs/decisions/', '.ci/run'].filter(isStale)).toEqual([]);
  expect(spansOf('`a.ts`\n```sh\n`b.ts`\n```\n')).toEqual(['a.ts']);
  expect(linksOf('[a](../a.md#b), [c](https://example.org), [d](#d)')).toEqual(['../a.md']);
});

test.each(languages)('the manual says of each rule whether a comment is enough, in %s', (language) => {
  const manual = readFileSync(path.join(projectRoot, 'locales', language, 'documents/manual.md'), 'utf8');
  const answers = { en: { true: 'yes', false: 'no' }, de: { true: 'ja', false: 'nein' } }[language];
  const written = [...manual.matchAll(/^\| (R\d\d) \|.*\| (\S+) +\|$/gm)].map(
    ([, rule, answer]) => `${rule} ${answer}`,
  );
  expect(written.sort()).toEqual(rules.map(({ id, overridable }) => `${id} ${answers[`${overridable}`]}`).sort());
});
