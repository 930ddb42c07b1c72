import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';

import { expect, test, vi } from 'vitest';

import { createTestRepository } from '../../../tests/support/test-repository';
import { findKeptFile, openKeptFile } from './kept-files';

/** A file that is made of no data set. */
const of = (contentKey: string) => ({ contentKey, numbers: [] });

/** Readers of files that grow. */
const readers = vi.hoisted((): Readable[] => []);
vi.mock(import('./growing-file'), async (load) => {
  const original = await load();
  const createGrowingFile = () => {
    const file = original.createGrowingFile();
    const read = () => {
      const reader = file.read();
      readers.push(reader);
      return reader;
    };
    return { ...file, read };
  };
  return { ...original, createGrowingFile };
});

test('A file that is being made is read by nobody when its reader leaves before the first byte', async () => {
  const { repository, close } = await createTestRepository();
  let go = () => {};
  const gate = new Promise<void>((resolve) => (go = resolve));
  async function* make() {
    yield randomBytes(1);
    await gate;
    yield randomBytes(1000);
  }
  const stream = (await openKeptFile(repository, of('left'), make)) as Readable;
  stream.destroy();
  await expect.poll(() => readers.map(({ destroyed }) => destroyed)).toEqual([true]);
  go();
  await expect.poll(() => findKeptFile(repository.db, 'left')).toMatchObject({ bytes: 1001 });
  await close();
});
