import { languages } from '@domain/language';

import { dataSetFolder } from '../search/data-set-file-name';
import type { PublishedDataSource } from '../search/published-data';
import { formatCitation, readCitation } from './citation';
import type { DataSetContents } from './data-set-contents';
import { dataSetFiles } from './data-set-files';
import { fillText, packageTexts } from './texts';
import type { PackageFile } from './zip-stream';

/**
 * The files of a package: each data set, then a text that explains them. `load` is asked for one data set after the
 * other, when its turn has come.
 */
export async function* packageFiles(
  source: PublishedDataSource,
  { numbers, load, day, origin }: PackageRequest,
): AsyncGenerator<PackageFile> {
  const listed: string[] = [];
  for (const nr of numbers) {
    const contents = await load(nr);
    if (!contents) continue;
    listed.push(
      `  ${dataSetFolder(contents.record)}\n    ${formatCitation(readCitation(contents.row, contents.record.datacite))}`,
    );
    yield* dataSetFiles(source, contents);
  }
  const values = { date: day, origin, count: listed.length, dataSets: listed.join('\n') };
  const texts = languages.map((language) => fillText(packageTexts[language].readme, values));
  yield { path: 'README.txt', content: () => [texts.join(`\n${'-'.repeat(80)}\n\n`)] };
}

interface PackageRequest {
  numbers: number[];
  load: (nr: number) => Promise<DataSetContents | null>;
  /** yyyy-MM-dd */
  day: string;
  /** Address of the site. */
  origin: string;
}
