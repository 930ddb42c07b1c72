/**
 * Every expected refusal of the repository API: its stable code and HTTP status. The message of a code is stored in
 * `locales/<language>/errors.json` under the same key, so forms, API and mails use the same words.
 */
export const errorStatus = {
  'bad-request': 400,
  unauthenticated: 401,
  forbidden: 403,
  'second-factor-missing': 403,
  'not-found': 404,
  'method-not-allowed': 405,
  'not-acceptable': 406,
  'too-large-body': 413,
  'range-outside': 416,
  internal: 500,
  unavailable: 503,
  'storage-full': 507,
  'account-storage-full': 507,
  'owner-storage-full': 507,

  'file-missing': 400,
  'file-too-small': 400,
  'file-too-large': 413,
  'file-type': 415,
  'file-identical': 409,
  'file-identical-own': 409,
  'file-unchanged': 409,
  'file-incomplete': 400,
  'too-many-files': 400,
  'too-many-unfinished': 409,
  'upload-lost': 410,
  'upload-protocol': 400,
  'upload-submitted': 409,
  'document-type': 415,
  'document-too-large': 413,
  'document-empty': 400,
  'document-not-text': 415,
  'document-not-pdf': 415,
  'document-damaged': 415,
  'too-many-documents': 409,
  'no-such-finding': 409,
  'findings-open': 409,
  'not-ready': 409,

  'rows-missing': 404,
  'row-too-long': 413,
  'unknown-table': 404,
  'unknown-column': 400,
  'unknown-target': 400,
  'shared-target': 422,
  'rows-outside': 400,
  'rows-reversed': 400,
  'row-reason-missing': 400,
  'row-reason-too-long': 400,
  'rows-blank': 409,
  'rows-not-listed': 409,
  'rows-changed': 409,
  'rows-lost': 409,
  'too-many-row-choices': 409,
  'last-table': 409,
  'table-left-out': 409,
  'no-data-rows': 409,
  'comment-too-short': 400,
  'comment-too-long': 400,
  'problem-not-overridable': 400,
  'uncommented-problems': 422,
  'problems-changed': 409,
  'persons-differ': 422,
  'template-name-missing': 400,
  'template-name-too-long': 400,
  'too-many-templates': 409,

  'metadata-invalid': 400,
  'title-taken': 409,
  'too-many-lookups': 429,
  'saved-elsewhere': 412,
  'not-same-owner': 400,

  'not-mapped': 409,
  'not-checked': 409,
  'no-finished-check': 409,
  'no-metadata': 409,
  'already-submitted': 409,
  'review-outdated': 409,
  'not-submitted': 409,
  'already-voted': 409,
  'already-decided': 409,
  'not-rejected': 409,
  'not-accepted': 409,
  'version-open': 409,
  'version-unchanged': 409,
  'news-missing': 400,
  'news-too-long': 400,

  'vote-invalid': 400,
  'vote-own-upload': 403,
  'vote-named': 403,
  'vote-member': 403,
  'not-reviewing': 403,
  'vote-saved': 409,
  'not-impartial': 400,
  'invitation-ended': 410,
  'panels-taken': 409,
  'panel-taken': 409,
  'panel-empty': 409,
  'expert-unknown': 400,
  'expert-involved': 409,
  'not-overdue': 409,
  'no-tie': 409,
  'tie-too-early': 409,
  'tie-not-heard': 409,
  'chair-votes': 409,
  'not-reopenable': 409,
  'half-changed': 409,
  'already-revised': 409,
  'reason-missing': 400,
  'points-missing': 400,
  'too-many-points': 400,
  'no-changes-requested': 409,
  'answers-missing': 409,
  'note-unreadable': 409,
  'too-many-notes': 409,
  'letter-sent': 409,
  'absence-reversed': 400,
  'voting-locked': 403,
  'update-conflict': 409,

  'data-set-withdrawn': 410,
  'former-withdrawn': 409,
  'not-withdrawable': 409,
  'already-withdrawn': 409,
  'withdrawal-asked': 409,
  'no-withdrawal-asked': 409,
  'not-withdrawn': 409,
  'removal-asked': 409,
  'no-removal-asked': 409,
  'removal-needs-another': 403,
  'data-removed': 409,

  'accounts-outside': 409,
  'account-email-invalid': 400,
  'account-email-taken': 409,
  'account-name-invalid': 400,
  'account-changed': 409,
  'account-locked': 409,
  'merge-same': 409,
  'merge-unknown': 409,
  'merge-locked': 409,
  'merge-own': 409,
  'merge-changed': 409,
  'merge-both-reviewed': 409,
  'merge-reviewed-own': 409,
  'last-admin': 409,
  'last-chair': 409,

  'right-missing': 403,
  'already-member': 409,
  'too-many-members': 409,
  'too-many-invitations': 429,
  'invites-self': 409,
  'membership-ended': 410,
  'already-yours': 409,
  'already-theirs': 409,
  'reviewing-it': 409,
  'other-account': 403,
  'offer-open': 409,
  'no-offer': 409,
  'account-unknown': 409,

  'already-published': 409,
  'no-embargo': 409,
  'embargo-not-shorter': 400,
  'embargo-not-longer': 400,
  'embargo-too-long': 400,
  'private-link-ended': 410,
  'private-link-published': 410,
  'private-link-read-only': 403,
  'no-private-links': 409,
  'too-many-private-links': 409,
  'private-link-label-missing': 400,
  'private-link-end': 400,

  'token-invalid': 401,
  'token-scope': 403,
  'token-not-here': 403,
  'token-label-missing': 400,
  'token-scopes-missing': 400,
  'token-end': 400,
  'too-many-tokens': 409,

  'nothing-corrected': 400,
  'field-fixed': 409,
  'correction-note-missing': 400,
  'proposal-open': 409,
  'too-many-corrections': 429,
  'too-many-submissions': 429,
  'export-running': 429,
  'no-proposal': 409,
  'proposal-changed': 409,
  'not-reviewed': 403,

  'too-many-saved-searches': 409,
  'saved-search-too-long': 400,

  'class-too-large': 413,
  'class-unreadable': 422,
  'class-without-results': 422,
  'class-day-missing': 422,
  'class-day-in-future': 422,
  'class-day-unlikely': 422,

  'nothing-selected': 400,
  'download-form-invalid': 400,
  'licence-form-open': 403,
  'too-many-rows-for-xlsx': 422,
  'cell-too-long-for-xlsx': 422,
  'pool-raw-only': 422,
  'pool-versions': 422,
  'pool-empty': 422,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof errorStatus;

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(errorStatus, value);
}

/** Values for the `{{name}}` placeholders of an error's message. */
export type ErrorParameters = Record<string, string | number>;

/** A refusal according to the rules. Use cases throw it; the API responds with problem details. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly parameters: ErrorParameters;
  /** Members that the API adds to the problem details, such as `errors` per field. */
  readonly extensions: Record<string, unknown>;

  constructor(code: ErrorCode, parameters: ErrorParameters = {}, extensions: Record<string, unknown> = {}) {
    super(code);
    this.name = 'Refusal';
    this.code = code;
    this.parameters = parameters;
    this.extensions = extensions;
  }

  get status(): number {
    return errorStatus[this.code];
  }
}
