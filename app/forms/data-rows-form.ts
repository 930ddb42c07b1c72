import type { RowsLost } from '@domain/data-rows';
import { asPosted, type Entries, entryValue, type FormEntries } from '~/forms/form-entries';

/** What was typed about rows that are to be left out. */
export interface TypedRows {
  from: string;
  to: string;
  reason: string;
}

/** Ids of the fields. */
export const dataRowIds = { from: 'rows-from', to: 'rows-to', reason: 'rows-reason' } as const;

/** Whether a text is the number of a row, in digits only. */
export function isRowNumber(text: string): boolean {
  return /^\d{1,9}$/.test(text);
}

/** The test left out whose spelling was posted by a button. */
export function testNamed<Test extends { spelling: string }>(tests: readonly Test[], posted: string): Test | undefined {
  return tests.find(({ spelling }) => asPosted(spelling) === asPosted(posted));
}

/** Value of the button for rows of a previous file. */
export function lostName({ table = '', from, to, reason }: RowsLost): string {
  return [`${from}-${to}`, table, reason].join(':');
}

/** The rows of a previous file that were posted by a button. */
export function lostNamed(lost: readonly RowsLost[], posted: string): RowsLost | undefined {
  return lost.find((rows) => asPosted(lostName(rows)) === asPosted(posted));
}

const names = ['rowsFrom', 'rowsTo', 'rowsReason'];

export function typedRows(entries: Entries): TypedRows {
  const [from = '', to = '', reason = ''] = names.map((name) => entryValue(entries, name));
  return { from, to, reason };
}

/** The entries of a form without those about rows. */
export function withoutRows(entries: FormEntries): FormEntries {
  return entries.filter(([name]) => !names.includes(name));
}
