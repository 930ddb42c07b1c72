import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

/** A project of the same structure without installed packages, whose build contains what it was made from. */
const project = mkdtempSync(path.join(tmpdir(), 'motothek-launcher-'));
const launcher = path.join(project, 'services/launcher');
const at = (name: string) => path.join(project, name);

const buildScript = `
  const { mkdirSync, readFileSync, writeFileSync } = require('node:fs');
  mkdirSync('build', { recursive: true });
  writeFileSync('build/server.js', 'console.log(' + JSON.stringify(readFileSync('server.ts', 'utf8')) + ', process.env.GREETING, import.meta.dirname)');
  writeFileSync('build/account.js', 'console.log(JSON.stringify(process.argv.slice(2)))');
`;

beforeAll(() => {
  cpSync(import.meta.dirname, launcher, { recursive: true });
  for (const folder of ['app', 'domain', 'locales', 'public']) mkdirSync(at(folder));
  writeFileSync(at('app/make-build.cjs'), buildScript);
  for (const file of ['remix.config.ts', 'tsconfig.json']) writeFileSync(at(file), '');
  writeFileSync(at('server.ts'), 'first');
  const build = 'node app/make-build.cjs && node services/launcher/mark-build.js';
  writeFileSync(
    at('package.json'),
    JSON.stringify({ name: 'project', version: '1.0.0', type: 'module', scripts: { build } }),
  );
  const packages = { '': { name: 'project', version: '1.0.0' } };
  const lock = { name: 'project', version: '1.0.0', lockfileVersion: 3, requires: true, packages };
  writeFileSync(at('package-lock.json'), JSON.stringify(lock));
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

function run(script: string, args: string[] = [], environment: Record<string, string> = {}): string {
  return spawnSync(process.execPath, [path.join(launcher, script), ...args], {
    env: { ...process.env, ...environment },
    encoding: 'utf8',
  }).stdout.trim();
}

test('without build tools the build is made elsewhere and kept; the same sources are not built again', () => {
  const first = run('start.js');
  expect(first).toMatch(/^Building Motothek …\n.*fetched for this build alone\.\nfirst undefined .*\/build$/);
  expect(existsSync(at('node_modules'))).toBe(false);
  utimesSync(at('server.ts'), new Date(), new Date(Date.now() + 60_000));
  expect(run('start.js')).toMatch(/^first undefined /);
});

test('changed sources are built again', () => {
  writeFileSync(at('server.ts'), 'second');
  expect(run('start.js')).toMatch(/^Building Motothek …\n.*\nsecond undefined /);
});

test('a command without build tools runs from the build, with its arguments', () => {
  expect(run('run-command.js', ['account', 'list', '--role', 'Experts'])).toBe('["list","--role","Experts"]');
});

test('settings come from .env, but environment variables override them', () => {
  writeFileSync(at('.env'), '# settings\nGREETING=from the file\n');
  expect(run('start.js')).toContain('second from the file ');
  expect(run('start.js', [], { GREETING: '' })).toContain('second  ');
  rmSync(at('.env'));
});

test('the launcher imports nothing that has to be installed', () => {
  for (const file of ['start.js', 'build-when-stale.js', 'mark-build.js', 'read-env-file.js']) {
    const text = readFileSync(path.join(import.meta.dirname, file), 'utf8');
    const names = [...text.matchAll(/from '([^']+)'|^import '([^']+)'/gm)].map((match) => match[1] ?? match[2]);
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => !/^(node:|\.\/.+\.js$)/.test(name ?? ''))).toEqual([]);
  }
});
