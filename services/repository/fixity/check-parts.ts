import type { FileStore } from '../context/file-store';
import type { Database } from '../store/database';
import type { Pace } from './paced';

/** What the work on objects needs. */
export interface WorkParts {
  db: Database;
  files: FileStore;
  now: () => Date;
  /** When an object that was compared now is read next. */
  nextDue: () => Date;
  pace: Omit<Pace, 'onMinute'>;
  log: { warn(text: string, about?: { error?: unknown }): void };
  /** Length of a claim in ms, which is renewed every minute. */
  claimMs: number;
}

/** What a check works with. */
export interface CheckParts extends WorkParts {
  /** Copies of all objects; null if there is none or it is away. */
  replica: Pick<FileStore, 'read' | 'size'> | null;
}
