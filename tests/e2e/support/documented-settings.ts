import { readFileSync } from 'node:fs';
import path from 'node:path';

import { projectRoot } from '../../support/imports';

/** The variables that a code block of docs/operations.md sets: the first below this heading that has `variable`. */
export function documentedSettings(heading: string, variable: string): Record<string, string> {
  const text = readFileSync(path.join(projectRoot, 'docs/operations.md'), 'utf8');
  const below = text.slice(text.indexOf(`${heading}\n`));
  const blocks = [...below.matchAll(/```sh\n([^]*?)```/g)].map(([, block = '']) => block);
  const block = blocks.find((each) => each.includes(`${variable}=`));
  if (!block) throw new Error(`docs/operations.md sets no ${variable} below ‘${heading}’.`);
  return Object.fromEntries([...block.matchAll(/(?:^|\s)([A-Z][A-Z_]+)=('[^']*'|\S*)/g)].map(readPair));
}

const readPair = ([, name = '', value = '']: RegExpMatchArray) => [name, value.replace(/^'|'$/g, '')] as const;
