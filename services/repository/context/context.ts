import type { TokenScope } from '@domain/access-tokens';
import type { SettingInForce } from '@domain/api/administration';
import type { Assignment } from '@domain/board/act-rules';
import type { SmallVersionVotes } from '@domain/life/versions';

import type { Database, Queryable } from '../store/database';
import type { AccountAdministration } from './account-administration';
import type { DoiRegistrar } from './doi-registrar';
import type { FileStore } from './file-store';
import type { JobQueue } from './job-queue';
import type { Mailer } from './mailer';
import type { PartStore } from './part-store';
import type { TableEngine } from './table-engine';

/** Caller according to the verified token. */
export interface Actor {
  subject: string;
  name: string;
  email: string;
  /** ORCID iD in its normalised form, if the token contains one. */
  orcid?: string;
  /** All names, e-mail addresses and ORCID iDs of their tokens so far. */
  knownAs?: readonly string[];
  roles: string[];
  /**
   * How often all sessions of the account had been ended when this one began (docs/sign-in.md). Undefined if the identity
   * provider does not tell, as an outside one.
   */
  generation?: number;
  /** Roles that do not count because they require a session with a second factor, and this one has none. */
  lackingFactor?: readonly string[];
  /** The session has used a second factor; for a personal access token, the session in which it was made. */
  hasSecondFactor?: boolean;
  /** What a personal access token allows; undefined for people who have logged in. */
  scopes?: readonly TokenScope[];
}

/** Somebody with roles, according to the accounts of the identity provider. */
export type RoleHolder = Pick<Actor, 'subject' | 'name' | 'email' | 'roles'>;

/**
 * Lists who has a role now, by reading the provider's accounts in the caller's transaction: on the embedded database a
 * second connection would wait for it. Null if the provider does not tell, as an outside one.
 */
export type ListRoleHolders = (db: Queryable) => Promise<RoleHolder[] | null>;

/** An account of the identity provider as it is now. */
export interface KnownAccount {
  /** See docs/sign-in.md. */
  generation: number;
  roles: readonly string[];
  /** Where its second factor may be: its own, that of another provider with which its owner logs in, or nowhere. */
  factor: 'own' | 'provider' | 'none';
}

/** Finds an account of the identity provider. Null if there is none (any more). */
export type FindAccount = (db: Queryable, subject: string) => Promise<KnownAccount | null>;

/** Finds what identity provider and web app keep about a person, by the name of its file in an export. */
export type RecordsElsewhere = (db: Queryable, subject: string) => Promise<Record<string, readonly unknown[]>>;

/** How the editorial board works at an installation. */
export interface BoardSettings {
  assignment: Assignment;
  /** Experts may take an empty panel without an invitation. */
  hasOpenPanels: boolean;
  /** Days from an invitation, or from the moment a panel was taken, until the vote should be there. */
  reviewDays: number;
  /** When experts without a vote are reminded: days after the one on which it is due, in ascending order. */
  reminderDays: readonly number[];
  /** Letters about decisions wait until the chair has sent them. */
  letterByChair: boolean;
  /** How many experts have to accept a small new version of a data set. */
  smallVersions: SmallVersionVotes;
}

/** What happens to withdrawn data sets at an installation. */
export interface WithdrawalSettings {
  /** Days for which the data is kept, and can be restored. */
  keepDays: number;
  /** The DOI stays findable at DataCite, with a description that tells of the withdrawal. */
  isDoiFindable: boolean;
}

/** Days for which data about people is kept at an installation. */
export interface RetentionSettings {
  /** Finished jobs, and mails whose recipients do not get them any more. */
  jobDays: number;
  /** Purposes of downloads. */
  purposeDays: number;
  /** Invitations that nobody has accepted, after their end. */
  invitationDays: number;
}

/** Addresses of public services without a trailing slash; null: it is never asked. */
export interface LookupSettings {
  orcid: string | null;
  ror: string | null;
  crossref: string | null;
  datacite: string | null;
}

/** How much may be stored, in bytes. */
export interface StorageSettings {
  /** Of one account: originals, documents and files that are arriving. */
  accountBytes: number;
  /** Of all accounts together; null: no limit. */
  totalBytes: number | null;
  /** Free space of the disk below which nothing is uploaded, so that everything else goes on. */
  reserveBytes: number;
}

/** Caches in front of the servers that many readers share. */
export interface SharedCacheSettings {
  /** How long they may keep public answers; 0: not at all. */
  seconds: number;
  /** Where they are told to forget some of them earlier. */
  purgeAddresses: readonly string[];
  purgeToken: string | undefined;
  /** How far answers to visitors may be behind the database. */
  lagSeconds: number;
}

/** Settings that an installation can change through environment variables. */
export interface RepositorySettings {
  /** URL of the site without a trailing slash. */
  origin: string;
  /** E-mail address for those who harvest the records. */
  contactEmail: string;
  minFileBytes: number;
  maxFileBytes: number;
  storage: StorageSettings;
  /** Where objects are kept a second time; undefined if nowhere. */
  fixity: { replica: unknown };
  /** Time and resident memory for reading a file of Excel or SPSS; files above 33 MB get more time. */
  parserSeconds: number;
  parserMemoryBytes: number;
  /** Disk space for packages and other files that were made from published data and are kept for later downloads. */
  keptFilesBytes: number;
  /** IANA name of the time zone in which dates are shown. */
  timeZone: string;
  /** Roles that count only in a session with a second factor, and for tokens that were made in one. */
  requiredFactorRoles: readonly string[];
  board: BoardSettings;
  withdrawal: WithdrawalSettings;
  retention: RetentionSettings;
  lookups: LookupSettings;
  sharedCache: SharedCacheSettings;
  /** Longest time a request waits for a job before it responds with 'still running'. */
  jobWaitMs: number;
}

/** Dependencies of the use cases. Each use case takes (actor, context, input). */
export interface RepositoryContext {
  db: Database;
  files: FileStore;
  /** Bytes of resumable uploads that are still arriving. */
  parts: PartStore;
  tables: TableEngine;
  jobs: JobQueue;
  mail: Mailer;
  doi: DoiRegistrar;
  roleHolders: ListRoleHolders;
  /** Null if accounts are at an outside provider, which cannot be asked. */
  findAccount: FindAccount | null;
  /** What other parts keep about people, for exports; null if they are not here. */
  recordsElsewhere: RecordsElsewhere | null;
  /** Null if accounts are at an outside provider. */
  accounts: AccountAdministration | null;
  /** Settings of the installation by name, without secrets. */
  settingsInForce: readonly SettingInForce[];
  /** Free space of the disk with the data folder, in bytes. */
  freeBytes: () => Promise<number>;
  settings: RepositorySettings;
  now: () => Date;
}
