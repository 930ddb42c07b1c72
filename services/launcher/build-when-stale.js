// @ts-check
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';

/** Sources of the build. If any of them changes, the build is stale. */
const sources = [
  'app',
  'domain',
  'services',
  'locales',
  'public',
  'server.ts',
  'remix.config.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
];

const root = path.resolve(import.meta.dirname, '../..');
/** The server that `npm run build` writes. */
export const builtServer = path.join(root, 'build/server.js');
/** File with the hash of the sources that the build was made from. */
const builtFrom = path.join(root, 'build/sources.sha256');

/**
 * Whether the packages that only builds and tests need are installed.
 * @returns {boolean}
 */
export function hasBuildTools() {
  try {
    createRequire(import.meta.url).resolve('@remix-run/dev');
    return true;
  } catch {
    return false;
  }
}

/**
 * Builds if the sources have changed since the last build. Compares their content, because copies and checkouts give
 * files new times. Returns whether there is a build; writes to stderr if it failed.
 * @returns {boolean}
 */
export function buildWhenStale() {
  if (existsSync(builtServer) && existsSync(builtFrom) && readFileSync(builtFrom, 'utf8') === hashOfSources()) {
    return true;
  }
  process.stdout.write('Building Motothek …\n');
  const isBuilt = hasBuildTools() ? run(root, ['run', '--silent', 'build']) : buildElsewhere();
  if (!isBuilt) process.stderr.write('The build failed: see above.\n');
  return isBuilt;
}

/** Stores the hash of the sources of the build. Last step of `npm run build`. */
export function markBuild() {
  writeFileSync(builtFrom, hashOfSources());
}

/**
 * Builds without installed build tools, as after `npm ci --omit=dev`. The locked tools are fetched for a copy of the
 * sources in a temporary folder, and only the build is kept.
 */
function buildElsewhere() {
  process.stdout.write('The tools for it are not installed here: they are fetched for this build alone.\n');
  const folder = mkdtempSync(path.join(tmpdir(), 'motothek-build-'));
  try {
    for (const source of sources) cpSync(path.join(root, source), path.join(folder, source), { recursive: true });
    const isBuilt =
      run(folder, ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--silent']) &&
      run(folder, ['run', '--silent', 'build']);
    if (!isBuilt) return false;
    rmSync(path.join(root, 'build'), { recursive: true, force: true });
    cpSync(path.join(folder, 'build'), path.join(root, 'build'), { recursive: true });
    return true;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {string} folder
 * @param {string[]} command arguments of npm
 */
function run(folder, command) {
  return spawnSync('npm', command, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
}

function hashOfSources() {
  const hash = createHash('sha256');
  for (const file of sources.flatMap(filesOf)) hash.update(`${file}\n`).update(readFileSync(path.join(root, file)));
  return hash.digest('hex');
}

/**
 * Files in a folder or the file itself, in a fixed order. Tests are left out, because they are not part of the build.
 * @param {string} entry
 * @returns {string[]}
 */
function filesOf(entry) {
  if (!statSync(path.join(root, entry)).isDirectory()) return /\.test\.tsx?$/.test(entry) ? [] : [entry];
  return readdirSync(path.join(root, entry))
    .sort()
    .flatMap((name) => filesOf(`${entry}/${name}`));
}
