import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

import { type FileStore, markKey } from '../context/file-store';
import { orMissing } from './read-objects';

/** Id of the database to which the objects of a store belong; null if the store has no mark. */
export async function readMark(files: Pick<FileStore, 'read'>): Promise<string | null> {
  const mark = await orMissing(files.read(markKey));
  return mark && text(mark);
}

/** Marks a store as that of a database. */
export async function writeMark(files: Pick<FileStore, 'put'>, id: string): Promise<void> {
  await files.put(markKey, Readable.from([Buffer.from(id)]));
}
