import { text } from 'node:stream/consumers';
import { Readable } from 'node:stream';

import { ObjectNotFound } from '../files/file-store';
import { installationId } from '../store/installation';
import type { RepositoryContext } from './context';

/** Object that names the database whose rows refer to all others. */
const markKey = 'installation';

/** Where the objects should lie, those of another database lie: with them, its files would be swept away. */
export class ObjectsOfAnother extends Error {
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

/**
 * Marks the file store as belonging to this database when it is used for the first time; throws
 * ObjectsOfAnother when it bears the mark of another.
 */
export async function claimObjects({ db, files }: Pick<RepositoryContext, 'db' | 'files'>): Promise<void> {
  const id = await installationId(db);
  const mark = await files.read(markKey).catch((error: unknown) => {
    if (error instanceof ObjectNotFound) return null;
    throw error;
  });
  if (mark === null) await files.put(markKey, Readable.from([Buffer.from(id)]));
  else if ((await text(mark)) !== id) throw new ObjectsOfAnother();
}
