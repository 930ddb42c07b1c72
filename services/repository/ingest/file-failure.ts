import type { ErrorParameters } from '@domain/error-codes';

/** Why a file cannot be read; sentences in `locales/<language>/ingest.json` under the same keys. */
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
  'reading-fault',
  'reading-away',
  'original-missing',
] as const;
export type FailureCode = (typeof failureCodes)[number];

/** Failures that are not the file's: trying again may help. */
export const retryableFailures = new Set<string>([
  'reading-fault',
  'reading-away',
  'original-missing',
] satisfies FailureCode[]);

/** The file is not readable, through no fault of ours: told to its owner, never tried again. */
export class FileFailure extends Error {
  constructor(
    readonly code: FailureCode,
    readonly parameters: ErrorParameters = {},
  ) {
    super(code);
    this.name = 'FileFailure';
  }
}
