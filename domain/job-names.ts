/** Kinds of background jobs. */
export const jobNames = [
  'ingest-file',
  'check-table',
  'assign-experts',
  'publish-upload',
  'register-doi',
  'mail-searches',
  'delete-person',
  'remove-objects',
  'purge-caches',
  'make-norms',
  'send-mail',
] as const;
export type JobName = (typeof jobNames)[number];

/** Members of jobs that are logged and shown: ids, and whether another DOI is registered (`anew`). Recipients and texts of mails are neither. */
export const shownMembers = ['file', 'table', 'revision', 'upload', 'anew'] as const;
