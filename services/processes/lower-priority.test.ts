import { execFileSync } from 'node:child_process';
import path from 'node:path';

import { expect, test } from 'vitest';

/** Prints the priorities of all threads after some work in the pool, as the children do it before they begin. */
const script = `
  import { readdirSync, readFileSync } from 'node:fs';
  import { readFile } from 'node:fs/promises';
  import { lowerPriority } from ${JSON.stringify(path.resolve('services/processes/lower-priority.ts'))};
  await readFile('package.json');
  lowerPriority();
  await Promise.all(Array.from({ length: 8 }, () => readFile('package.json')));
  const priorities = readdirSync('/proc/self/task').map((thread) =>
    readFileSync('/proc/self/task/' + thread + '/stat', 'utf8').split(') ').at(-1).split(' ')[16]);
  console.log([...new Set(priorities)].join());`;

test.runIf(process.platform === 'linux')('every thread of a process gives way, those in the pool too', () => {
  const args = ['--import', 'tsx', '--input-type=module', '-e', script];
  expect(execFileSync(process.execPath, args, { encoding: 'utf8' }).trim()).toBe('10');
});
