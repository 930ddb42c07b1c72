import { type Language, languages } from '@domain/language';
import { localDay } from '@domain/local-time';
import { fillText } from '@domain/text';

import type { PublishedDataSource } from '../search/published-data';
import { dataSetFolder } from '../search/search-row';
import type { DataSetRecord } from '../store/data-set-records';
import { bagFiles, textFile, type WrittenFile } from './bag';
import type { CratePart } from './crate/crate-entities';
import { previewPage } from './crate/preview-page';
import { crateFile, previewFile, roCrate } from './crate/ro-crate';
import type { DataSetContents } from './data-set-contents';
import { dataSetFiles } from './data-set-files';
import { packDataSet } from './pack-data-set';
import { packageTexts } from './texts';
import type { PackageFile } from './zip-stream';

/** Default name of a package: `motothek-<yyyy-MM-dd>.zip`, with the day in the installation's time zone. */
export function packageFileName(date: Date, timeZone: string): string {
  return `motothek-${localDay(date, timeZone)}.zip`;
}

/** Name of the folder that a package is. It does not depend on the day. */
export function packageFolder(records: readonly DataSetRecord[]): string {
  const [only, ...others] = records;
  return only && others.length === 0 ? `motothek-${dataSetFolder(only)}` : 'motothek-data-sets';
}

interface PackageRequest {
  folder: string;
  numbers: number[];
  /** Called for one data set at a time, when it is needed. */
  load: (nr: number) => Promise<DataSetContents>;
  /** Day of the newest publication, yyyy-MM-dd. */
  day: string;
  /** Address of the site. */
  origin: string;
}

/**
 * The files of a package: a bag (BagIt 1.0) whose payload is a crate (RO-Crate 1.2) with a folder for each data set.
 * Nothing in it depends on when it is made. Each file must be read before the next one is requested.
 */
export function packageFiles(source: PublishedDataSource, request: PackageRequest): AsyncIterable<PackageFile> {
  const parts: Parts = { en: [], de: [] };
  return bagFiles({
    folder: request.folder,
    payload: (written) => crateFiles(source, request, { parts, written }),
    tagFiles: () => [textFile('README.txt', readme(request, parts))],
    info: () => [
      ['Source-Organization', 'Motothek'],
      ['Bagging-Date', request.day],
      ...parts.en.map(({ description }): [string, string] => ['External-Identifier', description.id]),
      ...parts.en.map(({ description }): [string, string] => ['External-Description', description.citation]),
    ],
  });
}

/** The data sets that have been written, with the labels of their columns in each language. */
type Parts = Record<Language, CratePart[]>;

async function* crateFiles(
  source: PublishedDataSource,
  { numbers, load, origin }: PackageRequest,
  { parts, written }: { parts: Parts; written: readonly WrittenFile[] },
): AsyncGenerator<PackageFile> {
  for (const nr of numbers) {
    const contents = await load(nr);
    const before = written.length;
    yield* dataSetFiles(source, contents, written);
    const files = written.slice(before);
    const folder = dataSetFolder(contents.record);
    for (const language of languages) {
      parts[language].push({ ...packDataSet(contents, files, language), folder, files });
    }
  }
  const values = { count: parts.en.length, origin };
  const { name, description } = packageTexts.en.crate;
  const crate = { parts: parts.en, origin, name: fillText(name, values), description: fillText(description, values) };
  yield textFile(crateFile, `${JSON.stringify(roCrate(crate), null, 2)}\n`);
  yield { path: previewFile, content: () => previewPage(parts) };
}

function readme({ day, origin }: PackageRequest, parts: Parts): string {
  const dataSets = parts.en.map(({ folder, description }) => `  ${folder}\n    ${description.citation}`);
  const values = { date: day, origin, count: dataSets.length, dataSets: dataSets.join('\n') };
  return languages.map((language) => fillText(packageTexts[language].readme, values)).join(`\n${'-'.repeat(80)}\n\n`);
}
