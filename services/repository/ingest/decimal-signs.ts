import type { CsvDialect } from '@domain/api/uploads';

import { decimalPatterns, groupedPatterns } from './csv-sql';

type Decimal = CsvDialect['decimal'];

/** Number of cells of a column with digits after each decimal sign. */
export interface Signs extends Record<Decimal, number> {
  /** Those with three digits after it and one to three before it, such as 1.087, which may be thousands. */
  grouped: Record<Decimal, number>;
  /** Most numbers among the first rows are grouped, as measurements to a thousandth are. */
  isMostlyGrouped: boolean;
}

/** Counts the decimal signs of each column in some rows. */
export function countSigns(rows: (string | null)[][], width: number): Signs[] {
  return Array.from({ length: width }, (_, i) => {
    const cells = rows.map((row) => row[i] ?? '');
    // Most cells have no sign, and need not be compared with four patterns.
    const signed = cells.filter((cell) => /[.,]/.test(cell));
    const count = (pattern: RegExp) => signed.filter((cell) => pattern.test(cell)).length;
    const grouped = { '.': count(groupedPatterns['.']), ',': count(groupedPatterns[',']) };
    const all = { '.': count(decimalPatterns['.']), ',': count(decimalPatterns[',']) };
    const numbers = all['.'] + all[','] + cells.filter((cell) => /^\s*[+-]?\d+\s*$/.test(cell)).length;
    return { ...all, grouped, isMostlyGrouped: (grouped['.'] + grouped[',']) * 2 >= numbers };
  });
}

/**
 * Decimal sign of a column. 1.087 does not tell it, so the other columns decide whether its point separates decimals.
 */
export function signOf(own: Signs, all: Signs[]): Decimal {
  const sure = sureSign(own);
  if (sure) return sure;
  const { grouped } = own;
  if (grouped['.'] === grouped[',']) return '.';
  const seen: Decimal = grouped[','] > grouped['.'] ? ',' : '.';
  const others = sureSign(sumOf(all));
  if (others) return others;
  return own.isMostlyGrouped ? seen : otherSign[seen];
}

const otherSign: Record<Decimal, Decimal> = { '.': ',', ',': '.' };

function sureSign(signs: Signs): Decimal | null {
  const points = signs['.'] - signs.grouped['.'];
  const commas = signs[','] - signs.grouped[','];
  if (points === commas) return null;
  return commas > points ? ',' : '.';
}

/** The decimal signs of all columns together. */
export function sumOf(signs: Signs[]): Signs {
  const sum = (count: (each: Signs) => number) => signs.reduce((total, each) => total + count(each), 0);
  return {
    '.': sum((each) => each['.']),
    ',': sum((each) => each[',']),
    grouped: { '.': sum(({ grouped }) => grouped['.']), ',': sum(({ grouped }) => grouped[',']) },
    isMostlyGrouped: signs.some(({ isMostlyGrouped }) => isMostlyGrouped),
  };
}
