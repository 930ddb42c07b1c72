import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

/** What the build is made from: a change in any of these makes it stale. */
const sources = [
  'app',
  'domain',
  'services',
  'locales',
  'public',
  'server.ts',
  'remix.config.ts',
  'package-lock.json',
];

const root = path.resolve(import.meta.dirname, '../..');
/** The server as `npm run build` leaves it. */
export const builtServer = path.join(root, 'build/server.js');

function newestChange(entry: string): number {
  const full = path.join(root, entry);
  const stat = statSync(full);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(full).map((name) => newestChange(path.join(entry, name))));
}

function isStale(): boolean {
  return !existsSync(builtServer) || statSync(builtServer).mtimeMs < Math.max(...sources.map(newestChange));
}

/** Builds when a source is newer than the build. Answers whether a build is there; says when it failed. */
export function buildWhenStale(): boolean {
  if (!isStale()) return true;
  process.stdout.write('Building Motothek …\n');
  const build = spawnSync('npm', ['run', '--silent', 'build'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (build.status !== 0) process.stderr.write('The build failed: see above.\n');
  return build.status === 0;
}
