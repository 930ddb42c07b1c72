import type { Readable } from 'node:stream';

/** Object that names the database whose rows refer to all others: where the objects lie, it lies. */
export const markKey = 'installation';

/** An object as a listing tells of it. */
export interface StoredObject {
  key: string;
  bytes: number;
  /** When it was written, by the clock of the store. */
  modifiedAt: Date;
}

/** An object as a file on this machine, lent until it is disposed of: `await using`. */
export interface LocalFile extends AsyncDisposable {
  path: string;
}

/**
 * Objects by key (ids only: no blanks, no umlauts), on disk or in an S3-compatible store. A write is
 * visible only when it is whole and durable.
 */
export interface FileStore {
  /**
   * Streams an object in and returns its size and SHA-256 (hex). Stops with the error of `source`, and
   * leaves nothing behind then.
   */
  put(key: string, source: Readable): Promise<{ bytes: number; sha256: string }>;
  /** Streams an object out; throws ObjectNotFound. */
  read(key: string): Promise<Readable>;
  /** Bytes of an object; throws ObjectNotFound. */
  size(key: string): Promise<number>;
  /** Removes an object; one that is not there is no fault. */
  remove(key: string): Promise<void>;
  /** Objects whose key begins with `prefix`, in no order. Flat memory, however many they are. */
  list(prefix: string): AsyncIterable<StoredObject>;
  /**
   * Lends an object as a file that the columnar engine may read; throws ObjectNotFound. The path holds
   * until the file is disposed of, even when the object is removed meanwhile and the path was opened.
   */
  openLocal(key: string): Promise<LocalFile>;
  /**
   * Lets `write` make a file at a temporary path on this machine, then stores it under `key`: how the
   * columnar engine writes Parquet.
   */
  writeLocal(key: string, write: (path: string) => Promise<void>): Promise<void>;
  /** Lends a path on this machine for a file that is only passing through; it is gone afterwards. */
  withScratchFile<T>(use: (path: string) => Promise<T>): Promise<T>;
  /** Removes what writes of dead processes left half done; answers how many there were. */
  removeUnfinished(): Promise<number>;
}

export class ObjectNotFound extends Error {
  constructor(key: string) {
    super(`No object ${key}`);
    this.name = 'ObjectNotFound';
  }
}

/** Removes objects that nothing refers to any more. One that is gone already, or stays behind, harms nobody. */
export async function removeObjects(files: FileStore, keys: string[]): Promise<void> {
  await Promise.allSettled(keys.map((key) => files.remove(key)));
}

const keyPattern = /^[A-Za-z0-9][A-Za-z0-9._-]*(\/[A-Za-z0-9][A-Za-z0-9._-]*){0,7}$/;

/** Answers `key` when it may name an object: parts of ids between slashes, none beginning with a dot. */
export function checkedKey(key: string): string {
  if (!keyPattern.test(key)) throw new Error(`Not a key of the file store: ${JSON.stringify(key)}`);
  return key;
}
