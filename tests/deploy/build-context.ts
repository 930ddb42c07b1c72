import { cpSync, readdirSync } from 'node:fs';
import path from 'node:path';

import { projectRoot } from '../support/imports';
import { textOf } from './read-manifests';

/** Rules of the ignore file in order: the last one that fits a path decides. */
const rules = textOf('Dockerfile.dockerignore')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => ({ isKept: line.startsWith('!'), fits: fitting(line.replace(/^!/, '')) }));

/** Forms of patterns that the file has: all, a file or folder of the project, and a name in any folder. */
function fitting(pattern: string): (file: string) => boolean {
  if (pattern === '*') return () => true;
  if (!/[*?[]/.test(pattern)) return (file) => file === pattern || file.startsWith(`${pattern}/`);
  const name = /^\*\*\/([^/]+)$/.exec(pattern)?.[1];
  if (name === undefined) throw new Error(`A pattern of a form that is not read here: ${pattern}`);
  const source = name.replaceAll(/[.+]/g, String.raw`\$&`).replaceAll('*', '[^/]*');
  const regex = new RegExp(`(?:^|/)${source}$`);
  return (file) => regex.test(file);
}

/** Whether the build of the image gets a file of the project. */
export const isInContext = (file: string) => rules.findLast(({ fits }) => fits(file))?.isKept ?? true;

/** Copies what the build of the image gets into an empty folder. */
export function copyContext(target: string): void {
  const kept = readdirSync(projectRoot).filter((name) => isInContext(name));
  for (const name of kept) {
    cpSync(path.join(projectRoot, name), path.join(target, name), {
      recursive: true,
      filter: (file) => isInContext(path.relative(projectRoot, file)),
    });
  }
}
