import type { ErrorParameters } from '@domain/error-codes';

/** Reasons why a file cannot be read, with messages of the same keys in `locales/<language>/ingest.json`. */
export const failureCodes = [
  'not-a-table-file',
  'web-page',
  'open-document',
  'binary-workbook',
  'portable-file',
  'password-protected',
  'damaged',
  'file-empty',
  'no-rows',
  'no-sheet-with-rows',
  'too-many-columns',
  'too-many-sheets',
  'too-many-cells',
  'too-large-to-read',
  'takes-too-long',
  'unpacks-too-large',
  'xml-entities',
  'row-too-long',
  'quote-open',
  'line-too-long',
  'not-readable',
  'reading-error',
  'reading-away',
  'original-missing',
] as const;
export type FailureCode = (typeof failureCodes)[number];

/** The file itself cannot be read. Shown to its owner and not retried. */
export class FileFailure extends Error {
  constructor(
    readonly code: FailureCode,
    readonly parameters: ErrorParameters = {},
  ) {
    super(code);
    this.name = 'FileFailure';
  }
}
