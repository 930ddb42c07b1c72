import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { expect, test } from 'vitest';

import { parentOf, readProcessorTime } from './processor-time';

const compute = (ms: number) =>
  `const from = process.cpuUsage().user; while (process.cpuUsage({ user: from, system: 0 }).user < ${ms * 1000});`;

test('processor time counts what a process computes, and its children, also when they have ended', async () => {
  const before = readProcessorTime(process.pid);
  const child = spawn(process.execPath, ['-e', `${compute(300)} process.stdin.resume(); console.log('done');`]);
  await once(child.stdout, 'data');
  expect(parentOf(child.pid!)).toBe(process.pid);
  const running = readProcessorTime(process.pid).children - before.children;
  expect(running).toBeGreaterThanOrEqual(280);
  child.stdin.end();
  await once(child, 'exit');
  const ended = readProcessorTime(process.pid).children - before.children;
  expect(ended).toBeGreaterThanOrEqual(running);
  const own = readProcessorTime(process.pid).own;
  for (const from = process.cpuUsage(); process.cpuUsage(from).user < 200_000;);
  expect(readProcessorTime(process.pid).own - own).toBeGreaterThanOrEqual(180);
});
