import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { liesIn, makeFolder } from './folders';

const home = mkdtempSync(path.join(tmpdir(), 'folders-'));
afterAll(() => rmSync(home, { recursive: true }));
const data = path.join(home, 'data');
mkdirSync(data);
symlinkSync(data, path.join(home, 'link'));

test('a place lies in a folder by its path or by a link, whether or not it exists', () => {
  for (const place of ['data', 'data/copies', 'data/..copies', 'link', 'link/a/b', 'none/../data']) {
    expect(liesIn(path.join(home, place), data), place).toBe(true);
  }
  expect(liesIn(data, path.join(home, 'link'))).toBe(true);
  for (const place of ['.', 'data2', 'link2', '..']) {
    expect(liesIn(path.join(home, place), data), place).toBe(false);
  }
});

test('folders are made with those above them', () => {
  makeFolder(path.join(home, 'a/b/c'));
  makeFolder(path.join(home, 'a/b/c'));
  expect(existsSync(path.join(home, 'a/b/c'))).toBe(true);
});

test.runIf(process.platform === 'linux')('where no folder can be made, this is said', () => {
  expect(() => makeFolder('/proc/none/below')).toThrow('ENOENT');
});
