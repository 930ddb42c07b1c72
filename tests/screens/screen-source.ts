import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { importClosure, projectRoot } from '../support/imports';
import type { Screen } from './catalogue';

/** Screens that stand within another route's screen. */
const frames: { within: string; frame: string }[] = [
  { within: 'app/routes/file-upload.', frame: 'app/routes/file-upload/route.tsx' },
  { within: 'app/routes/editorial-board.', frame: 'app/routes/editorial-board/route.tsx' },
  { within: 'app/', frame: 'app/root.tsx' },
];

/**
 * Files that decide what a screen looks like: its module, the frame around it, whatever of theirs draws,
 * and the styles. Words are not among them: they change often and what axe looks at seldom with them.
 */
export function screenFiles({ source }: Screen): string[] {
  const around = frames.filter(({ within }) => source.startsWith(within)).map(({ frame }) => frame);
  const drawn = [source, ...around].flatMap(importClosure).filter(draws);
  const styles = readdirSync(path.join(projectRoot, 'app/styles')).map((file) => `app/styles/${file}`);
  return [...new Set([...drawn, ...styles])].sort();
}

/** React components, and the provider's pages, which are templates in plain TypeScript. */
const draws = (file: string) => file.endsWith('.tsx') || /^services\/identity\/(pages|screens)\//.test(file);

/** SHA-256 over a screen's files: another one means that the screen was not looked at since it changed. */
export function screenSource(screen: Screen): string {
  const hash = createHash('sha256');
  for (const file of screenFiles(screen)) {
    hash.update(`${file}\n`).update(readFileSync(path.join(projectRoot, file)));
  }
  return hash.digest('hex');
}
