import { foldText } from '@domain/search/fold';

import type { DataSetRecord } from './search-sql';

/** Longest part of a title in a file name. */
const maxTitleCharacters = 60;

/** Name of a data set's folder in a package: its number and title in letters that any system takes. */
export function dataSetFolder({ nr, row }: DataSetRecord): string {
  const words = foldText(row.titles[0] ?? '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
  // Whole words, unless the first one alone is too long.
  const title = words.length > maxTitleCharacters ? words.slice(0, maxTitleCharacters + 1).replace(/ \S*$/, '') : words;
  return [String(nr), ...title.split(' ').filter((word) => word !== '')].join('-');
}

/** Name under which a single data set is downloaded. */
export function dataSetFileName(record: DataSetRecord): string {
  return `motothek-${dataSetFolder(record)}.zip`;
}
