import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

/** A project whose path would be a pattern; its server says what it imports, and stops when it is told to go on. */
const project = path.join(mkdtempSync(path.join(tmpdir(), 'motothek-develop-')), 'moto (1)');
const launcher = path.join(project, 'services/launcher');
const write = (name: string, text: string) => writeFileSync(path.join(project, name), text);

const server = `
  import { readFileSync } from 'node:fs';
  import { word } from './app/word';
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.stdout.write('received ' + signal + '\\n'));
  process.stdin.on('data', () => process.exit(0));
  process.stdout.write(word + ' ' + readFileSync('services/table.csv', 'utf8') + '\\n');
`;

let running: ChildProcess;
let output = '';
const answer = () => running.stdin!.write('go on\n');

beforeAll(() => {
  for (const folder of ['app', 'domain']) mkdirSync(path.join(project, folder), { recursive: true });
  cpSync(import.meta.dirname, launcher, { recursive: true });
  symlinkSync(path.resolve(import.meta.dirname, '../../node_modules'), path.join(project, 'node_modules'));
  write('package.json', '{ "type": "module" }');
  write('remix.config.ts', '');
  write('server.ts', server);
  write('app/word.ts', `export const word: string = 'first';`);
  write('services/table.csv', 'table');
  running = spawn(process.execPath, [path.join(launcher, 'develop.js')], { detached: true });
  for (const stream of [running.stdout!, running.stderr!]) stream.on('data', (text) => (output += String(text)));
});
afterAll(() => {
  if (running.exitCode === null) process.kill(-running.pid!, 'SIGKILL');
  rmSync(path.dirname(project), { recursive: true, force: true });
});

test('a change restarts the server, an error in the sources keeps it, and one Ctrl-C is not a second one', async () => {
  await expect.poll(() => output).toContain('first table');
  write('app/word.ts', `export const word: string = 'second';`);
  await expect.poll(() => output).toContain('received SIGTERM');
  expect(output).not.toContain('second table');
  answer();
  await expect.poll(() => output).toContain('second table');

  write('app/word.ts', `export const word: string = 'third`);
  await expect.poll(() => output).toContain('app/word.ts:1:');
  write('services/table.csv', 'changed table');
  write('app/word.ts', `export const word: string = 'third';`);
  await expect.poll(() => output.split('received SIGTERM')).toHaveLength(3);
  answer();
  await expect.poll(() => output).toContain('third changed table');

  write('services/table.csv', 'other table');
  await expect.poll(() => output.split('received SIGTERM')).toHaveLength(4);
  answer();
  await expect.poll(() => output).toContain('third other table');

  // The terminal signals the whole group, and npm signals its child as well.
  process.kill(-running.pid!, 'SIGINT');
  await expect.poll(() => output).toContain('received SIGINT');
  running.kill('SIGINT');
  answer();
  expect(await once(running, 'exit')).toEqual([0, null]);
});
