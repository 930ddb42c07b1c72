import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { createDiskFileStore } from '../files/disk-file-store';
import { createPartFiles } from './part-files';

const folder = mkdtempSync(path.join(os.tmpdir(), 'motothek-parts-'));
afterAll(() => rmSync(folder, { recursive: true }));
const id = '00000000-0000-4000-8000-000000000000';

test('a part that was removed while bytes arrived is not cut, and stays removed', async () => {
  const parts = await createPartFiles(folder, await createDiskFileStore(path.join(folder, 'objects')));
  await parts.create(id);
  async function* bytes() {
    yield Buffer.from('first');
    await parts.remove(id);
    yield Buffer.from('second');
    throw new Error('full');
  }
  await expect(parts.append(id, bytes(), { offset: 0, total: 100, isVoid: () => true })).rejects.toThrow('full');
  expect(await parts.size(id)).toBeNull();
});
