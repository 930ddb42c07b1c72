import { z } from 'zod';

import { shownMembers } from '../job-names';
import { UploadIdSchema } from '../upload-id';

/** Accounts, acts, jobs and other entries on a page of a list of the administration. */
export const administrationPerPage = 50;

/** Every administrative act that the audit knows. */
export const auditActs = [
  'account-added',
  'locked',
  'unlocked',
  'role-added',
  'role-removed',
  'corrected',
  'merged',
  'sessions-ended',
  'password-mailed',
  'password-set',
  'password-removed',
  'two-step-removed',
  'account-deleted',
  'secret-forgotten',
  'job-retried',
  'doi-retried',
  'mail-retried',
  'mail-discarded',
] as const;
export type AuditAct = (typeof auditActs)[number];
export const AuditActSchema = z.enum(auditActs);

/**
 * What an act changed, by name; of a job that was tried again, its kind and its upload; of a mail, its masked recipient and
 * what it is about.
 */
const AuditValuesSchema = z.object({
  name: z.string().optional(),
  email: z.string().optional(),
  roles: z.array(z.string()).optional(),
  job: z.string().optional(),
  upload: z.number().int().optional(),
  recipient: z.string().optional(),
  mail: z.enum(['repository', 'accounts']).optional(),
});
export type AuditValues = z.infer<typeof AuditValuesSchema>;

/** When figures were counted that take long to count; null: just now. */
const countedAt = { countedAt: z.iso.datetime().nullable() };

export const PagedSchema = { page: z.number().int(), pages: z.number().int(), total: z.number().int() };
export const moment = z.iso.datetime();

/** Somebody in the audit; null values: the account does not exist any more, or an outside provider keeps it. */
const AuditedPersonSchema = z.object({
  subject: z.string(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  /** The account was merged into another one; the name and address are those that it had. */
  isMerged: z.boolean(),
});

export const AuditPageSchema = z.object({
  ...PagedSchema,
  acts: z.array(
    z.object({
      id: z.number().int(),
      at: moment,
      /** Null: a command of the operator. */
      actor: AuditedPersonSchema.nullable(),
      act: AuditActSchema,
      account: AuditedPersonSchema.nullable(),
      /** Id of a job, mail or merged account, or number of an upload. */
      object: z.string().nullable(),
      before: AuditValuesSchema.nullable(),
      after: AuditValuesSchema.nullable(),
    }),
  ),
});
export type AuditPage = z.infer<typeof AuditPageSchema>;

/** What needs an administrator's eye, in numbers. */
export const AdministrationSchema = z.object({
  /** Null: an outside identity provider keeps the accounts. */
  accounts: z.number().int().nullable(),
  storedBytes: z.number(),
  freeBytes: z.number(),
  failedJobs: z.number().int(),
  waitingDois: z.number().int(),
  waitingMails: z.number().int(),
  /** Stored objects that are damaged or missing now. */
  wrongObjects: z.number().int(),
  ...countedAt,
});
export type Administration = z.infer<typeof AdministrationSchema>;

export const StoragePageSchema = z.object({
  ...PagedSchema,
  /** Of all accounts together, each object once. */
  storedBytes: z.number(),
  /** Null: there is no limit for all accounts together. */
  totalBytes: z.number().nullable(),
  /** Free space below which nothing is uploaded. */
  reserveBytes: z.number(),
  freeBytes: z.number(),
  /** What one account may store. */
  accountBytes: z.number(),
  /** Largest first. Those that are deleted are one together, with `former:` as subject. */
  accounts: z.array(z.object({ subject: z.string(), name: z.string(), email: z.string(), bytes: z.number() })),
  ...countedAt,
});
export type StoragePage = z.infer<typeof StoragePageSchema>;

export const FixityPageSchema = z.object({
  ...PagedSchema,
  objects: z.number().int(),
  bytes: z.number(),
  /** Oldest comparison of an object that is still in use; null if none was compared. */
  oldestCheck: moment.nullable(),
  /** Objects that should have been compared by now. */
  overdue: z.number().int(),
  /** Objects that are not in the replica; null without one. */
  notReplicated: z.number().int().nullable(),
  ...countedAt,
  /** Those that are not mended first, then the newest. */
  faults: z.array(
    z.object({
      key: z.string(),
      /** Uploads that it belongs to, the oldest first: a revision shares the objects of the upload that it revises. */
      uploads: z.array(z.object({ id: UploadIdSchema, fileName: z.string() })),
      fault: z.enum(['damaged', 'missing']),
      foundAt: moment,
      /** When the object was right again, as from the replica; null while it is not. */
      mendedAt: moment.nullable(),
    }),
  ),
});
export type FixityPage = z.infer<typeof FixityPageSchema>;

/** How many jobs of a kind there are. */
const JobCountSchema = z.object({
  name: z.string(),
  waiting: z.number().int(),
  running: z.number().int(),
  failed: z.number().int(),
});

export const JobPageSchema = z.object({
  ...PagedSchema,
  counts: z.array(JobCountSchema),
  /** Jobs that wait for another attempt or have failed, oldest first. */
  jobs: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** Ids that it is about, its upload first, and `anew` if it registers another DOI. */
      about: z.array(z.object({ name: z.enum(shownMembers), id: z.string() })),
      state: z.enum(['retry', 'failed']),
      since: moment,
      nextAt: moment.nullable(),
      /** Code and words without data; '' if none is known. */
      reason: z.string(),
    }),
  ),
});
export type JobPage = z.infer<typeof JobPageSchema>;

export const DoiPageSchema = z.object({
  ...PagedSchema,
  dois: z.array(
    z.object({
      upload: z.string(),
      nr: z.number().int().nullable(),
      status: z.string(),
      /** The registrar has refused it; false: it was not reached; null: it was not tried yet. */
      isRefusal: z.boolean().nullable(),
      reason: z.string().nullable(),
      since: moment.nullable(),
      triedAt: moment.nullable(),
    }),
  ),
});
export type DoiPage = z.infer<typeof DoiPageSchema>;

export const MailPageSchema = z.object({
  ...PagedSchema,
  /** Mails that wait for another attempt or were refused, oldest first, without their texts. */
  mails: z.array(
    z.object({
      id: z.string(),
      /** First character and domain. */
      recipient: z.string(),
      /** About data sets, or about an account; the identity provider sends the latter. */
      from: z.enum(['repository', 'accounts']),
      /** What a mail about an account is for, such as 'reset'; '' for the others. */
      kind: z.string(),
      state: z.enum(['waiting', 'refused']),
      since: moment,
      nextAt: moment.nullable(),
      /** Code of the mail server; '' if it has not been tried or gave none. */
      reason: z.string(),
    }),
  ),
});
export type MailPage = z.infer<typeof MailPageSchema>;

export const MailOrderSchema = z.object({ act: z.enum(['send', 'discard']) });
export type MailAct = z.infer<typeof MailOrderSchema>['act'];

/** Whether there was anything to do. A job or mail that is done by now needs nothing, so that is no refusal. */
export const DoneSchema = z.object({ isDone: z.boolean() });

const SettingSchema = z.object({
  name: z.string(),
  /** Null: it has no value, or is a secret; 'generated': a secret that the server has made. */
  value: z.string().nullable(),
  isSecret: z.boolean(),
  /** Whether the environment sets it; otherwise the value is the default. */
  isSet: z.boolean(),
});
export type SettingInForce = z.infer<typeof SettingSchema>;

export const SettingsSchema = z.object({ settings: z.array(SettingSchema) });

/** An e-mail address with its first character and its domain: enough to recognise it, not to use it. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return at < 1 ? '…' : `${email.slice(0, 1)}…${email.slice(at)}`;
}
