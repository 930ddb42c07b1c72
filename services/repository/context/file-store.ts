import type { Readable } from 'node:stream';

/** Key of the object that contains the id of the database to which all other objects belong. */
export const markKey = 'installation';

/** An object in a listing. */
export interface StoredObject {
  key: string;
  bytes: number;
  /** Time of writing, according to the clock of the store. */
  modifiedAt: Date;
}

/** Bytes of an object, counted from 0; `end` is the last one. */
export interface ByteRange {
  start: number;
  end: number;
}

/** A part of a file of this machine. */
export interface FileRange extends ByteRange {
  path: string;
}

/** The bytes of an object. `file` is where they are read, if the store keeps files on this machine. */
export interface ObjectStream extends Readable {
  file?: FileRange;
}

/** How a browser gets an object from the store itself. */
export interface LentObject {
  /** Value of the header Content-Disposition. */
  disposition: string;
  mediaType: string;
}

/** An object as a local file. It may be deleted after disposal, so use `await using`. */
export interface LocalFile extends AsyncDisposable {
  path: string;
}

/**
 * Objects by key, on disk or in an S3-compatible store. Keys contain only ASCII ids. A write becomes visible when it is
 * complete and durable.
 */
export interface FileStore {
  /**
   * Stores a stream and returns its size and SHA-256 (hex). If `source` fails, throws its error and leaves nothing
   * behind.
   */
  put(key: string, source: Readable): Promise<{ bytes: number; sha256: string }>;
  /** Reads an object, or a range that lies within it, as a stream. Throws ObjectNotFound. */
  read(key: string, range?: ByteRange): Promise<ObjectStream>;
  /**
   * Address under which a browser gets an object from the store itself for a minute. Only there if the store is to do
   * that. Throws ObjectNotFound.
   */
  lendAddress?(key: string, as: LentObject): Promise<string>;
  /** Size of an object in bytes. Throws ObjectNotFound. */
  size(key: string): Promise<number>;
  /** Removes an object, if it exists. */
  remove(key: string): Promise<void>;
  /** Objects whose key begins with `prefix`, unordered and streamed. */
  list(prefix: string): AsyncIterable<StoredObject>;
  /**
   * Opens an object as a local file for the columnar engine. Throws ObjectNotFound. The file stays until it is
   * disposed of, even if the object is removed in the meantime.
   */
  openLocal(key: string): Promise<LocalFile>;
  /**
   * Lets `write` create a local file at a temporary path, then stores it under `key`. The columnar engine writes its
   * Parquet files this way.
   */
  writeLocal(key: string, write: (path: string) => Promise<void>): Promise<void>;
  /** Local path for a temporary file or folder, which is deleted afterwards. */
  withScratchFile<T>(use: (path: string) => Promise<T>): Promise<T>;
  /**
   * Removes unfinished writes of dead processes, except for those of `arriving` keys, which come in several requests.
   * Returns how many there were.
   */
  removeUnfinished(arriving: ReadonlySet<string>): Promise<number>;
}

export class ObjectNotFound extends Error {
  constructor(key: string) {
    super(`No object ${key}`);
    this.name = 'ObjectNotFound';
  }
}

/** Removes objects without references. Failures do not matter, since the sweep removes what is left. */
export async function removeObjects(files: FileStore, keys: string[]): Promise<void> {
  await Promise.allSettled(keys.map((key) => files.remove(key)));
}

const keyPattern = /^[A-Za-z0-9][A-Za-z0-9._-]*(\/[A-Za-z0-9][A-Za-z0-9._-]*){0,7}$/;

/** Whether a text can be the key of an object. */
export function isKey(text: string): boolean {
  return keyPattern.test(text);
}

/**
 * Returns `key` if it is valid: ids separated by slashes, none beginning with a dot. Throws ObjectNotFound for '', which
 * stands for an object that was removed for good, and an Error otherwise.
 */
export function checkedKey(key: string): string {
  if (key === '') throw new ObjectNotFound(key);
  if (!isKey(key)) throw new Error(`Not a key of the file store: ${JSON.stringify(key)}`);
  return key;
}
