import type { FileStore } from '../context/file-store';
import type { Database } from '../store/database';
import type { Pace } from './paced';

/** What a check works with. */
export interface CheckParts {
  db: Database;
  files: FileStore;
  /** Copies of all objects; null if there is none or it is away. */
  replica: Pick<FileStore, 'read' | 'size'> | null;
  now: () => Date;
  /** When an object that was compared now is read next. */
  nextDue: () => Date;
  pace: Omit<Pace, 'onMinute'>;
  log: { warn(text: string, about?: { error?: unknown }): void };
  /** Length of a claim in ms, which is renewed every minute. */
  claimMs: number;
}
