import type { PartFiles } from '../parts/part-files';
import type { Database } from '../store/database';
import type { DoiRegistrar } from './doi-registrar';
import type { FileStore } from './file-store';
import type { JobQueue } from './job-queue';
import type { Mailer } from './mailer';
import type { TableEngine } from './table-engine';

/** Who asks, as the verified token says. */
export interface Actor {
  subject: string;
  name: string;
  email: string;
  /** In its usual form; left out when the token names none. */
  orcid?: string;
  /** Every e-mail and ORCID that their tokens have named so far. */
  knownAs?: readonly string[];
  roles: string[];
}

/** Figures a house may set by its environment. */
export interface RepositorySettings {
  /** Address of the site, without trailing slash. */
  origin: string;
  minFileBytes: number;
  maxFileBytes: number;
  /** Time and resident memory for reading a file of Excel or SPSS; files above 33 MB get more time. */
  parserSeconds: number;
  parserMemoryBytes: number;
  /** IANA name; vote times are shown in it. */
  timeZone: string;
  /** Longest time a request waits for a job before it answers 'still running'. */
  jobWaitMs: number;
}

/** What use-cases work with. They take the actor first, then this, then their input. */
export interface RepositoryContext {
  db: Database;
  files: FileStore;
  /** What has arrived of files that come in several requests. */
  parts: PartFiles;
  tables: TableEngine;
  jobs: JobQueue;
  mail: Mailer;
  doi: DoiRegistrar;
  settings: RepositorySettings;
  now: () => Date;
}
