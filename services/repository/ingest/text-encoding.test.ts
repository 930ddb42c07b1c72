import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { readBeginning, readOver } from './text-encoding';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'encoding-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('the first lines are shown in their probable encoding, even with an incomplete character at the end', () => {
  const whole = Buffer.from('größe;kraft\r\n1;2\n3;ä');
  expect(readBeginning(whole.subarray(0, whole.length - 1), null).slice(0, 2)).toEqual(['größe;kraft', '1;2']);
  expect(readBeginning(Buffer.from('größe;kraft', 'latin1'), null)).toEqual(['größe;kraft']);
  expect(readBeginning(Buffer.from('\ufeffgröße;kraft', 'utf16le'), null)).toEqual(['größe;kraft']);
});

test('a chosen encoding overrides the guess', () => {
  expect(readBeginning(Buffer.from([0x47, 0x72, 0x9a, 0xa7, 0x65]), 'macintosh')).toEqual(['Größe']);
});

test('at most eight lines of 200 characters are shown', () => {
  const lines = readBeginning(Buffer.from(`${'x'.repeat(500)}\n`.repeat(20)), null);
  expect(lines).toHaveLength(8);
  expect(lines[0]).toHaveLength(200);
});

test('a file of several pieces is read in order, and as far as it is wanted', async () => {
  const file = path.join(folder, 'long.csv');
  const bytes = Buffer.alloc(3_500_000);
  for (let at = 0; at + 4 <= bytes.length; at += 4) bytes.writeUInt32LE(at, at);
  await writeFile(file, bytes);
  const pieces: Buffer[] = [];
  for await (const piece of readOver(file)) pieces.push(Buffer.from(piece));
  expect(pieces.length).toBeGreaterThan(3);
  expect(Buffer.concat(pieces).equals(bytes)).toBe(true);
  for await (const piece of readOver(file)) {
    expect(piece.equals(pieces[0]!)).toBe(true);
    break;
  }
});

test('what cannot be read is refused where it is read', async () => {
  await expect(readOver(folder).next()).rejects.toThrow('EISDIR');
});
