import Papa from 'papaparse';

import type { CsvDialect } from '@domain/api/uploads';

export type Separator = CsvDialect['separator'];

export interface CsvForm {
  separator: Separator;
  /** Cells of a row. */
  width: number;
  /** Excel's line 'sep=;' comes first and is no data. */
  hasSeparatorLine: boolean;
}

/**
 * In order of trust: a comma may be a decimal sign and a semicolon rarely is anything else, so of two
 * that fit equally well the earlier one is meant, unless only the later one fits from the first line on.
 */
const separators: Separator[] = ['\t', ';', '|', ','];
/** Rows of the sample that are looked at. */
const sampleRows = 1000;
/** Separators whose rows agree in width this closely fit equally well. */
const similarShare = 0.05;

/**
 * Form of a csv file by the beginning of its text, cut after a whole line; null when that is blank. A
 * separator that somebody chose is not questioned.
 */
export function guessCsvForm(sample: string, chosen: Separator | null = null): CsvForm | null {
  const separatorLine = /^"?sep=([,;\t|])"?\r?\n/i.exec(sample);
  const text = separatorLine ? sample.slice(separatorLine[0].length) : sample;
  const named = chosen ?? (separatorLine?.[1] as Separator | undefined);
  const candidates = named ? [named] : separators;
  const forms = candidates.map((separator) => measure(text, separator, separator === chosen));
  let best = forms[0];
  for (const form of forms) {
    if (!form || !best) return null;
    const isWhole = form.share === 1 && form.headerAt === 0 && best.headerAt > 0;
    if (isWhole || form.share > best.share + similarShare) best = form;
  }
  if (!best) return null;
  return { separator: best.separator, width: best.width, hasSeparatorLine: separatorLine !== null };
}

/** How well the rows agree on a width above 1, when cut at `separator`; null when no cell is filled. */
function measure(text: string, separator: Separator, isChosen: boolean) {
  const { data } = Papa.parse<string[]>(text, { delimiter: separator, preview: sampleRows, skipEmptyLines: 'greedy' });
  if (data.length === 0) return null;
  const width = mostFrequent(data.map((row) => row.length));
  const headerAt = headerIndex(data, width);
  const headerWidth = data[headerAt]?.length ?? 0;
  // A header of one cell means one column, the commas below it are decimal signs, unless it is known better.
  const isCut = isChosen ? width > 1 || headerWidth > 1 : width > 1 && headerWidth > 1;
  const share = isCut ? data.filter((row) => row.length === width).length / data.length : 0;
  return { separator, width: isCut ? Math.max(width, headerWidth) : 1, share, headerAt };
}

/** Place of the header: the first row filled at least by half, after lines with a title or nothing. */
function headerIndex(rows: (string | null)[][], width: number): number {
  const found = rows.findIndex((row) => row.filter((cell) => cell?.trim()).length * 2 >= width);
  return Math.max(0, found);
}

function mostFrequent(values: number[]): number {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].reduce((best, entry) => (entry[1] > best[1] ? entry : best))[0];
}
