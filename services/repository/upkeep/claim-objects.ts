import { OperatorError } from '@domain/operator-error';

import type { FileStore } from '../context/file-store';
import { orMissing } from '../files/read-objects';
import { readMark, writeMark } from '../files/store-mark';
import { type Database, installationId } from '../store/database';
import { newestObjectKey } from '../store/object-keys';

/** The store holds the objects of another database, whose files would be deleted as orphans. */
export class ForeignObjectStore extends OperatorError {
  constructor() {
    super(
      [
        'The objects belong to another database. Give this database its own store',
        '(an empty bucket or data folder), or start with the database these objects belong to.',
      ].join(' '),
    );
    this.name = 'ForeignObjectStore';
  }
}

/** The store is empty, because of an unmounted volume or a wrong folder or bucket. */
export class ObjectsMissing extends OperatorError {
  constructor() {
    super(
      [
        'The objects of this database are missing: the store does not have its mark and lacks files that the',
        'database refers to. Check that the volume is mounted, and check DATA_DIR and OBJECT_STORE_URL.',
      ].join(' '),
    );
    this.name = 'ObjectsMissing';
  }
}

/**
 * Marks the file store as belonging to this database when it is first used. Throws ForeignObjectStore if it has
 * the mark of another database, and ObjectsMissing if it has no mark and lacks objects the database refers to.
 */
export async function claimObjects({
  db,
  files,
}: {
  db: Database;
  files: Pick<FileStore, 'read' | 'size' | 'put'>;
}): Promise<void> {
  const id = await installationId(db);
  const mark = await readMark(files);
  if (mark !== null) {
    if (mark !== id) throw new ForeignObjectStore();
    return;
  }
  const known = await newestObjectKey(db);
  if (known !== null && (await orMissing(files.size(known))) === null) throw new ObjectsMissing();
  await writeMark(files, id);
}
