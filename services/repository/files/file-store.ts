import type { Readable } from 'node:stream';

/**
 * Objects by key (ids only: no blanks, no umlauts). A write is visible only when it is whole and on
 * disk: written under a temporary name, synced, then renamed.
 */
export interface FileStore {
  /**
   * Streams an object in and returns its size and SHA-256 (hex). Stops with the error of `source`, and
   * leaves nothing behind then.
   */
  put(key: string, source: Readable): Promise<{ bytes: number; sha256: string }>;
  /** Streams an object out; throws ObjectNotFound. */
  read(key: string): Promise<Readable>;
  size(key: string): Promise<number>;
  remove(key: string): Promise<void>;
  /** Path on this machine under which the columnar engine may read the object. */
  localPath(key: string): Promise<string>;
  /**
   * Lets `write` make a file at a temporary path on this machine, then stores it under `key`: how the
   * columnar engine writes Parquet.
   */
  writeLocal(key: string, write: (path: string) => Promise<void>): Promise<void>;
  /** Lends a path on this machine for a file that is only passing through; it is gone afterwards. */
  withScratchFile<T>(use: (path: string) => Promise<T>): Promise<T>;
}

export class ObjectNotFound extends Error {
  constructor(key: string) {
    super(`No object ${key}`);
    this.name = 'ObjectNotFound';
  }
}
