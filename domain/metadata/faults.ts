/** Codes of metadata faults; each has a sentence in `locales/<language>/metadata-faults.json`. */
export const metadataFaultCodes = [
  /** No value where one is required. */
  'required',
  /** A nested value whose parent is empty. */
  'parent-missing',
  /** More than one value of a field that takes one. */
  'single',
  /** More repetitions than limits.ts allows. */
  'too-many',
  'too-long',
  /** A text area over 1500 characters. */
  'text-too-long',
  /** Not one of the choices. */
  'choice',
  /** A given name without family name. */
  'name',
  /** A name with the sign that parts the stored names. */
  'name-bar',
  'e-mail',
  /** Form or check digit. */
  'orcid',
  /** A ROR address without a whole id, or with wrong check digits. */
  'ror',
  'positive-integer',
  /** Begins like a DOI or an address and is none. */
  'reference',
  /** Not in the stored form y-m-d-y-m-d. */
  'date',
  'begin-year-missing',
  'end-year-missing',
  /** Not 1950 to 2099. */
  'begin-year',
  'end-year',
  /** A day without month. */
  'begin-month-missing',
  'end-month-missing',
  'begin-month',
  'end-month',
  'begin-day',
  'end-day',
  'end-before-begin',
  /** Another study has it: only the server can tell. */
  'title-taken',
  /** No consent, and no legal basis named in field 24. */
  'consent',
  /** The SUFL confirmation does not hold what 'Confirm' stores. */
  'confirmation',
  'unknown-field',
  'duplicate-field',
] as const;
export type MetadataFaultCode = (typeof metadataFaultCodes)[number];
