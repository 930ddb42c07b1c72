import type { FileStore } from '../repository/context/file-store';
import { ContentDiffers } from '../repository/files/checked-content';
import { readMark } from '../repository/files/store-mark';
import { sha256Of } from '../repository/sha256';
import type { NamedObject } from '../repository/store/object-keys';
import type { BackupFiles } from './backup-files';
import { putContent } from './contents';
import { forEachOf } from './for-each-of';
import { chunksOf, Unreadable } from './unreadable';

/** An object of a backup. */
export interface BackedUpObject {
  key: string;
  sha256: string;
  bytes: number;
}

/** What became of objects that were to be copied. */
export interface CopiedObjects {
  objects: BackedUpObject[];
  /** Contents that were not there before. */
  copied: number;
  copiedBytes: number;
  /**
   * Keys of objects that the repository does not have, and of those that cannot be read or have another SHA-256 than they
   * should.
   */
  missing: string[];
  damaged: string[];
}

/** Copies objects into backups, each content once. */
export class ObjectCopier {
  /** SHA-256 of objects that have none in the database, of this run. Objects are never changed. */
  readonly #sums = new Map<string, string>();

  constructor(
    private readonly from: Pick<FileStore, 'read'>,
    private readonly to: BackupFiles,
    /** Sizes of the whole contents that are there by SHA-256; copied ones are added. */
    private readonly contents: Map<string, number>,
  ) {}

  /** Copies the contents that are not there yet. */
  async copy(named: NamedObject[]): Promise<CopiedObjects> {
    const done: CopiedObjects = { objects: [], copied: 0, copiedBytes: 0, missing: [], damaged: [] };
    await forEachOf(named, async (object) => {
      try {
        await this.#copyOne(object, done);
      } catch (error) {
        const isUnreadable = error instanceof Unreadable;
        if (isUnreadable && error.isMissing) done.missing.push(object.key);
        else if (error instanceof ContentDiffers) done.damaged.push(object.key);
        else if (isUnreadable && (await error.isDefect(() => readMark(this.from)))) done.damaged.push(object.key);
        else throw error;
      }
    });
    return done;
  }

  async #copyOne({ key, sha256: stored }: NamedObject, done: CopiedObjects): Promise<void> {
    const sha256 = stored ?? this.#sums.get(key) ?? (await sha256Of(chunksOf(this.from, key)));
    this.#sums.set(key, sha256);
    let bytes = this.contents.get(sha256);
    if (bytes === undefined) {
      bytes = await putContent(this.to, sha256, chunksOf(this.from, key));
      this.contents.set(sha256, bytes);
      done.copied += 1;
      done.copiedBytes += bytes;
    }
    done.objects.push({ key, sha256, bytes });
  }
}
