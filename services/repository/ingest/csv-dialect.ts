import Papa from 'papaparse';

import type { CsvDialect } from '@domain/api/uploads';

export type Separator = CsvDialect['separator'];

export interface CsvForm {
  separator: Separator;
  /** Cells per row. */
  width: number;
  /** The first line is 'sep=;', as from Excel, and not data. */
  hasSeparatorLine: boolean;
}

/**
 * In order of preference, since a comma may be a decimal sign. Of two that fit equally well, the first is chosen,
 * unless only the second fits from the first line on.
 */
const separators: Separator[] = ['\t', ';', '|', ','];
/** Rows of the sample that are checked. */
const sampleRows = 1000;
/** Separators whose shares of rows with the usual width differ by less fit equally well. */
const similarShare = 0.05;

/**
 * Guesses the format of a csv file from the beginning of its text, which must end with a whole line. Null if it is
 * blank. A chosen separator is always used.
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

/** Share of rows with the same width, above 1, when split at `separator`; null if there are no rows. */
function measure(text: string, separator: Separator, isChosen: boolean) {
  const { data } = Papa.parse<string[]>(text, { delimiter: separator, preview: sampleRows, skipEmptyLines: 'greedy' });
  if (data.length === 0) return null;
  const width = mostFrequent(data.map((row) => row.length));
  const headerAt = headerIndex(data, width);
  const headerWidth = data[headerAt]?.length ?? 0;
  // A header of one cell means one column, with commas as decimal signs, unless the separator was chosen.
  const isCut = isChosen ? width > 1 || headerWidth > 1 : width > 1 && headerWidth > 1;
  const share = isCut ? data.filter((row) => row.length === width).length / data.length : 0;
  return { separator, width: isCut ? Math.max(width, headerWidth) : 1, share, headerAt };
}

/** Index of the header, which is the first row with at least half of its cells filled. */
function headerIndex(rows: (string | null)[][], width: number): number {
  const found = rows.findIndex((row) => row.filter((cell) => cell?.trim()).length * 2 >= width);
  return Math.max(0, found);
}

function mostFrequent(values: number[]): number {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].reduce((best, entry) => (entry[1] > best[1] ? entry : best))[0];
}
