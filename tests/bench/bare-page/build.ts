import { spawnSync } from 'node:child_process';
import path from 'node:path';

/** Builds the bare page. Takes only seconds, so every run does it. */
export function buildBarePage(): void {
  const config = path.join(import.meta.dirname, 'remix.config.ts');
  const build = spawnSync('npx', ['--no-install', 'remix', 'vite:build', '--config', config], {
    cwd: path.resolve(import.meta.dirname, '../../..'),
    encoding: 'utf8',
  });
  if (build.status !== 0) throw new Error(`The bare page could not be built:\n${build.stderr}`);
}
