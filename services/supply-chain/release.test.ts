import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { release } from './release';
import { cutChangelog, setImageTag, versionOf } from './released-files';

let root: string;
const at = (file: string) => path.join(root, file);
const read = (file: string) => readFileSync(at(file), 'utf8');
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

const changelog =
  '# Changelog\n\nNewest first. Nothing has been released yet.\n\n## Unreleased\n\n### Added\n\n- A thing.\n';
const build = 'mkdir -p build && cp package.json build/sbom.cdx.json';

/** A project with a build of one line. */
beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'motothek-release-'));
  mkdirSync(at('docs/deploy/kubernetes/example'), { recursive: true });
  writeFileSync(at('package.json'), JSON.stringify({ name: 'project', version: '0.1.0', scripts: { build } }));
  const packages = { '': { name: 'project', version: '0.1.0' } };
  writeFileSync(
    at('package-lock.json'),
    JSON.stringify({ name: 'project', version: '0.1.0', lockfileVersion: 3, packages }),
  );
  writeFileSync(at('docs/CHANGELOG.md'), changelog);
  writeFileSync(
    at('docs/deploy/kubernetes/example/kustomization.yaml'),
    'images:\n  - name: motothek\n    newTag: 0.1.0\n',
  );
  writeFileSync(at('.gitignore'), 'build/\n');
  git('init', '--quiet');
  git('config', 'user.name', 'Somebody');
  git('config', 'user.email', 'somebody@example.org');
  git('add', '.');
  git('commit', '--quiet', '-m', 'first');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function run(...args: string[]): string {
  let written = '';
  release({ root, args: [...args, '--no-image'], day: '2026-11-27', write: (text) => (written += text) });
  return written;
}

test('a release has its version everywhere, a commit and a tag; what follows is unreleased again', () => {
  expect(run('minor')).toMatch(/Released here\. Now: git push origin HEAD v0\.2\.0\n$/);
  expect(git('log', '--format=%s', '-1')).toBe('release: 0.2.0');
  expect(git('describe')).toBe('v0.2.0');
  expect(git('status', '--porcelain')).toBe('');
  for (const file of ['package.json', 'package-lock.json', 'build/sbom.cdx.json']) {
    expect(JSON.parse(read(file))).toMatchObject({ version: '0.2.0' });
  }
  expect(read('docs/deploy/kubernetes/example/kustomization.yaml')).toContain('newTag: 0.2.0\n');
  expect(read('docs/CHANGELOG.md')).toBe(
    '# Changelog\n\nNewest first.\n\n## Unreleased\n\n## 0.2.0 – 2026-11-27\n\n### Added\n\n- A thing.\n',
  );
  expect(() => run('minor')).toThrow('nothing under ‘Unreleased’');
});

test('a dry run tells what a release would do, and changes nothing', () => {
  const before = git('rev-parse', 'HEAD');
  const told = run('patch', '--dry-run');
  expect(told).toMatch(/^Nothing is changed\. A release would do this:\n- npm version 0\.1\.1 .*\n- changelog: /);
  expect(told).toContain("- git tag --annotate -m 'Motothek 0.1.1' v0.1.1\n");
  expect([git('rev-parse', 'HEAD'), git('status', '--porcelain'), git('tag')]).toEqual([before, '', '']);
  expect(read('package.json')).toContain('0.1.0');
});

test('what is not committed is named and refused, also in a dry run', () => {
  writeFileSync(at('new.ts'), '');
  expect(() => run('patch', '--dry-run')).toThrow('this is not:\n?? new.ts');
  expect(() => run('patch')).toThrow('?? new.ts');
});

test('a build that fails leaves the files as they were', () => {
  writeFileSync(at('package.json'), JSON.stringify({ name: 'project', version: '0.1.0', scripts: { build: 'false' } }));
  git('commit', '--quiet', '-am', 'broken');
  expect(() => run('patch')).toThrow('npm run build failed');
  expect(git('status', '--porcelain')).toBe('');
  expect(git('tag')).toBe('');
});

test('a version without a tag can be released, one with a tag or a lower one cannot', () => {
  expect(run('0.1.0')).toContain("-m 'Motothek 0.1.0' v0.1.0");
  writeFileSync(at('docs/CHANGELOG.md'), read('docs/CHANGELOG.md').replace('Unreleased\n', 'Unreleased\n\n- More.\n'));
  git('commit', '--quiet', '-am', 'more');
  expect(() => run('0.1.0')).toThrow('The tag v0.1.0 exists.');
  expect(() => run('0.0.9')).toThrow('0.0.9 is lower than the current version 0.1.0.');
  expect(() => run()).toThrow('Which version');
  expect(() => run('patch', '--fast')).toThrow('npm run release -- <major');
});

test('versions follow each other', () => {
  const next = ['major', 'minor', 'patch', '1.2.10'].map((wanted) => versionOf(wanted, '1.2.9'));
  expect(next).toEqual(['2.0.0', '1.3.0', '1.2.10', '1.2.10']);
  expect(() => versionOf('1.3', '1.2.9')).toThrow('one like 1.2.3');
});

test('earlier releases stay below the new one', () => {
  const cut = cutChangelog(
    '# C\n\n## Unreleased\n\n- New.\n\n## 0.1.0 – 2026-01-01\n\n- Old.\n',
    '0.2.0',
    '2026-02-02',
  );
  expect(cut).toBe('# C\n\n## Unreleased\n\n## 0.2.0 – 2026-02-02\n\n- New.\n\n## 0.1.0 – 2026-01-01\n\n- Old.\n');
  expect(() => setImageTag('images: []\n', '0.2.0')).toThrow('no tag');
});
