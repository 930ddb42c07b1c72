/** Codes of metadata validation errors; each has a message in `locales/<language>/metadata-errors.json`. */
export const metadataErrorCodes = [
  /** A required value is missing. */
  'required',
  /** A nested value whose parent is empty. */
  'parent-missing',
  /** More than one value in a single-valued field. */
  'single',
  /** More values than `maxRepeats`. */
  'too-many',
  'too-long',
  /** A text area with more than 1500 characters. */
  'text-too-long',
  /** Not one of the choices. */
  'choice',
  /** A given name without a family name. */
  'name',
  /** A name that contains the separator of stored names. */
  'name-bar',
  'e-mail',
  /** Wrong form or check digit. */
  'orcid',
  /** A ROR address without a complete id, or with wrong check digits. */
  'ror',
  'positive-integer',
  /** Looks like a DOI or URL but is not a valid one. */
  'reference',
  /** Not in the stored form y-m-d-y-m-d. */
  'date',
  'begin-year-missing',
  'end-year-missing',
  /** Not between 1950 and 2099. */
  'begin-year',
  'end-year',
  /** A day without a month. */
  'begin-month-missing',
  'end-month-missing',
  'begin-month',
  'end-month',
  'begin-day',
  'end-day',
  'end-before-begin',
  /** An embargo of more than 24 months. */
  'embargo-too-long',
  /** Another study has the title. Only the server can check this. */
  'title-taken',
  /** Neither consent nor a legal basis in field 24. */
  'consent',
  /** The SUFL confirmation does not have the value that 'Confirm' stores. */
  'confirmation',
  'unknown-field',
  'duplicate-field',
] as const;
export type MetadataErrorCode = (typeof metadataErrorCodes)[number];
