import { OperatorError } from '@domain/operator-error';

import { type FileStore, ObjectNotFound } from '../repository/context/file-store';
import { isMissing } from '../repository/missing-file';

/** What this process may not or cannot do, which says nothing about a file. */
const ofProcess = ['EACCES', 'EPERM', 'EMFILE', 'ENFILE'];

/** A file could not be read, as `cause` says. */
export class Unreadable extends OperatorError {
  constructor(key: string, cause: unknown) {
    const { code, message } = cause as NodeJS.ErrnoException;
    super(`${key} could not be read: ${code ?? message}.`);
    this.name = 'Unreadable';
    this.cause = cause;
  }

  /** Whether the file is not there. */
  get isMissing(): boolean {
    return this.cause instanceof ObjectNotFound || isMissing(this.cause);
  }

  /**
   * Whether the file cannot be read although its store can be, of which `probe` reads something: most disks fail so. If
   * the probe fails or finds null, the store is away.
   */
  async isDefect(probe: () => Promise<unknown>): Promise<boolean> {
    if (this.isMissing || ofProcess.includes((this.cause as NodeJS.ErrnoException).code ?? '')) return false;
    return probe().then(
      (found) => found !== null,
      () => false,
    );
  }
}

/** The bytes of a file. What reading throws becomes Unreadable, so that it can be told from what writing throws. */
export async function* chunksOf(files: Pick<FileStore, 'read'>, key: string): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of await files.read(key)) yield chunk as Uint8Array;
  } catch (error) {
    throw new Unreadable(key, error);
  }
}
