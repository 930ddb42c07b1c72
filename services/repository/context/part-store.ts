import type { Queryable } from '../store/database';
import type { StoredResumableUpload } from '../store/parts';

/** A lock that is held until it is released, once. */
export interface HeldLock {
  release(): void;
}

/** Named locks within this process. The holder is asked to let go by `requestRelease`. */
export interface PartLocks {
  acquire(name: string, requestRelease?: () => void): Promise<HeldLock>;
  isHeld(name: string): boolean;
}

/** Where bytes of a part go, and what is kept of them if they do not all arrive. */
export interface Appending {
  /** Bytes that have been received before. */
  offset: number;
  /** Size of the whole file. */
  total: number;
  /** Whether nothing of this request is kept after an error. */
  isVoid: (error: unknown) => boolean;
}

/**
 * Bytes of uploads that arrive in several requests, on this machine or in the bucket. What counts as received survives
 * the end of the process.
 */
export interface PartStore {
  locks: PartLocks;
  /** Prepares a part, before its row exists. */
  create(id: string): Promise<void>;
  /** Bytes received; on disk null if they are not where this server looks. */
  size(id: string): Promise<number | null>;
  /** The same of several parts. Asks `db`, which within a transaction must be that one: it holds the connection. */
  sizes(db: Queryable, ids: string[]): Promise<(number | null)[]>;
  /**
   * Appends a stream and returns the new size. If `source` fails, the bytes before are kept unless the error is void, and
   * its error is thrown. Throws PartTakenOver.
   */
  append(id: string, source: AsyncIterable<Uint8Array>, appending: Appending): Promise<number>;
  /** The bytes received; null if they cannot be read before all of them are here. */
  read(id: string): AsyncIterable<Uint8Array> | null;
  /**
   * Makes the object `key` of a complete part and returns its SHA-256 (hex). May be called again. Refuses with
   * 'upload-lost'.
   */
  finish(part: Pick<StoredResumableUpload, 'id' | 'bytes'>, key: string): Promise<string>;
  /** Removes everything of a part that no object was made of. */
  remove(id: string): Promise<void>;
  /** Parts of which something is here. Without a time, it cannot be older than the row of the part. */
  list(): Promise<{ id: string; modifiedAt?: Date }[]>;
}

/** Another request has sent bytes of this part since. */
export class PartTakenOver extends Error {
  constructor() {
    super('Another request sends this part.');
    this.name = 'PartTakenOver';
  }
}
