import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import type { Outcome } from './read-corpus-file';

/** A line of `expected.tsv`; rows and columns are absent if no independent reader reported them. */
interface Expectation {
  outcome: 'ok' | 'refuse' | 'refuse?';
  rows: number | null;
  columns: number | null;
}

/**
 * Files that we read differently from the independent readers on purpose. Missing empty sheets are not a difference.
 */
const knownDifferences: Record<string, string> = {
  'excel/apache__poc-xmlbomb.xlsx': 'an entity bomb is refused, not read without its entities',
  'excel/tafia__issue252.xlsx': 'a part is not what its checksum says',
  'excel/exceljs__invalid-xml.xlsx': 'text before the root element: not XML, also for Excel',
};
const withoutRows = ['file-empty', 'no-rows', 'no-sheet-with-rows'];

/** Expectations keyed by path, from the `expected.tsv` in the folder of the corpus. */
export function readExpectations(folder: string): Map<string, Expectation> {
  const list = path.join(folder, 'expected.tsv');
  if (!existsSync(list)) return new Map();
  const [, ...lines] = readFileSync(list, 'utf8').trimEnd().split('\n');
  return new Map(
    lines.map((line) => {
      const [file = '', outcome = '', , rows = '', columns = ''] = line.split('\t');
      const number = (text: string) => (text === '' ? null : Number(text));
      return [file, { outcome: outcome as Expectation['outcome'], rows: number(rows), columns: number(columns) }];
    }),
  );
}

/** Difference between an outcome and the expectation; null if there is none or it is allowed. */
export function differenceOf(file: string, outcome: Outcome, expected: Expectation | undefined) {
  if (!expected || file in knownDifferences) return null;
  const { state, reason, rows, columns } = outcome;
  if (expected.outcome === 'refuse?') return null;
  if (expected.outcome === 'refuse') return state === 'ok' ? 'read, though it must be refused' : null;
  if (state === 'refused') {
    const isEmpty = withoutRows.includes(reason) && (expected.rows ?? 0) === 0;
    return isEmpty ? null : `refused as ${reason}`;
  }
  const shape = `${rows} x ${columns}`;
  const wanted = `${expected.rows ?? rows} x ${expected.columns ?? columns}`;
  return shape === wanted ? null : `${shape} instead of ${wanted}`;
}
