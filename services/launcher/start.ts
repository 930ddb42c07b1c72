import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

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
const server = path.join(root, 'build/server.js');

function newestChange(entry: string): number {
  const full = path.join(root, entry);
  const stat = statSync(full);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(full).map((name) => newestChange(path.join(entry, name))));
}

function isStale(): boolean {
  return !existsSync(server) || statSync(server).mtimeMs < Math.max(...sources.map(newestChange));
}

/** `npm start`: builds when the sources are newer than the build, then becomes the built server. */
if (isStale()) {
  process.stdout.write('Building Motothek …\n');
  const build = spawnSync('npm', ['run', '--silent', 'build'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (build.status !== 0) {
    process.stderr.write('The build failed: see above.\n');
    process.exit(1);
  }
}
process.env.NODE_ENV = 'production';
await import(pathToFileURL(server).href);
