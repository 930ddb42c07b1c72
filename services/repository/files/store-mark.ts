import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

import { type FileStore, markKey } from '../context/file-store';
import { orMissing } from './read-objects';

/**
 * Keys of the marks of a store that is not to be used, with the id of the database: all objects of the one have not
 * arrived yet, those of the other are elsewhere.
 */
export const unfinishedMoveKey = 'unfinished-move';
export const movedKey = 'moved';

/** Id of the database to which the objects of a store belong, or that another mark has; null if there is no such mark. */
export async function readMark(files: Pick<FileStore, 'read'>, key = markKey): Promise<string | null> {
  const mark = await orMissing(files.read(key));
  return mark && text(mark);
}

/** Marks a store as that of a database, or with another mark. */
export async function writeMark(files: Pick<FileStore, 'put'>, id: string, key = markKey): Promise<void> {
  await files.put(key, Readable.from([Buffer.from(id)]));
}
