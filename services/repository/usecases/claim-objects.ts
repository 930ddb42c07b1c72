import { text } from 'node:stream/consumers';
import { Readable } from 'node:stream';

import { OperatorError } from '@domain/operator-error';

import { markKey, ObjectNotFound, type FileStore } from '../files/file-store';
import { installationId } from '../store/installation';
import { newestObjectKey } from '../store/object-keys';
import type { RepositoryContext } from './context';

/** Where the objects should lie, those of another database lie: with them, its files would be swept away. */
export class ObjectsOfAnother extends OperatorError {
  constructor() {
    super(
      [
        'The objects belong to another database. Give this database a store of its own',
        '(an empty bucket or data folder), or start with the database whose objects these are.',
      ].join(' '),
    );
    this.name = 'ObjectsOfAnother';
  }
}

/** Where the objects should lie, nothing lies: a volume that is not mounted, a wrong folder or bucket. */
export class ObjectsMissing extends OperatorError {
  constructor() {
    super(
      [
        'The objects of this database are missing: the store has no marker of this database, and files',
        'it refers to are not there. Is a volume not mounted, or do DATA_DIR or OBJECT_STORE_URL point elsewhere?',
      ].join(' '),
    );
    this.name = 'ObjectsMissing';
  }
}

/**
 * Marks the file store as belonging to this database when it is used for the first time. Throws
 * ObjectsOfAnother when it bears the mark of another, and ObjectsMissing when it bears none and lacks what
 * the database refers to.
 */
export async function claimObjects({ db, files }: Pick<RepositoryContext, 'db' | 'files'>): Promise<void> {
  const id = await installationId(db);
  const mark = await files.read(markKey).catch((error: unknown) => {
    if (error instanceof ObjectNotFound) return null;
    throw error;
  });
  if (mark !== null) {
    if ((await text(mark)) !== id) throw new ObjectsOfAnother();
    return;
  }
  const known = await newestObjectKey(db);
  if (known !== null && !(await isThere(files, known))) throw new ObjectsMissing();
  await files.put(markKey, Readable.from([Buffer.from(id)]));
}

async function isThere(files: FileStore, key: string): Promise<boolean> {
  try {
    await files.size(key);
    return true;
  } catch (error) {
    if (error instanceof ObjectNotFound) return false;
    throw error;
  }
}
