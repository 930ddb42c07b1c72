import type { Problem } from '@domain/api/mapping';
import type { DataSet, SearchRow } from '@domain/api/search';
import { columnLetters } from '@domain/column-letters';
import { type Language, languages } from '@domain/language';
import { localDay } from '@domain/local-time';
import { foldText } from '@domain/search/fold';
import type { Rating, UploadStatus } from '@domain/upload-status';
import { fillText } from '@domain/text';

import { dataciteRecord, formatDataciteXml } from '../doi/datacite-record';
import { cellText, type PublishedDataSource, streamPublishedRows } from '../search/published-data';
import { dataSetFolder } from '../search/search-row';
import type { DataSetRecord } from '../store/data-set-records';
import type { PublishedTable } from '../store/published-data-sets';
import type { FileColumn } from '../store/source-mapping';
import { vocabulary } from '../vocabulary';
import { formatBibtex, formatCitation, formatCslJson, formatRis, readCitation } from './citation';
import { codebook } from './codebook';
import { csvLine } from './csv';
import { licenceSlug, licenceText, packageTexts, withheldReason } from './texts';
import type { PackageFile } from './zip-stream';

/** Contents of a package for one data set; its rows are read while they are written. */
export interface DataSetContents {
  record: DataSetRecord;
  row: SearchRow;
  tables: PublishedTable[];
  /** Columns of the contributor's file, by table and position. */
  mapping: FileColumn[];
  fields: Record<Language, DataSet['fields']>;
  /** Problems with the names of their tables. */
  problems: Record<Language, { table: string; problem: Problem }[]>;
  decision: Decision;
}

/** The editorial board's decision, without names and notes. */
export interface Decision {
  status: UploadStatus;
  /** yyyy-MM-dd. */
  day: string | null;
  votes: { panel: number; rating: Rating }[];
}

/** Default name of a package: `motothek-<yyyy-MM-dd>.zip`, with the day in the installation's time zone. */
export function packageFileName(date: Date, timeZone: string): string {
  return `motothek-${localDay(date, timeZone)}.zip`;
}

/**
 * The files of a package: each data set, then a README. `load` is called for one data set at a time, when it is needed.
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
  /** yyyy-MM-dd. */
  day: string;
  /** Address of the site. */
  origin: string;
}

/** The files of one data set, in its own folder. */
export async function* dataSetFiles(
  source: PublishedDataSource,
  contents: DataSetContents,
): AsyncGenerator<PackageFile> {
  const folder = dataSetFolder(contents.record);
  for (const file of [
    ...tableFiles(source, contents),
    ...languages.flatMap((language) => describingFiles(contents, language)),
    ...plainFiles(contents),
  ]) {
    yield { ...file, path: `${folder}/${file.path}` };
  }
}

/** File name of a published table, without extension. */
function tableFileName(tables: PublishedTable[], table: PublishedTable): string {
  if (tables.length === 1) return 'data';
  const name = foldText(table.name)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-|-$/g, '');
  return ['table', tables.indexOf(table) + 1, name].filter((part) => part !== '').join('-');
}

function tableFiles(source: PublishedDataSource, { tables }: DataSetContents): PackageFile[] {
  return tables.flatMap((table) => {
    const name = `data/${tableFileName(tables, table)}`;
    return [
      { path: `${name}.csv`, content: () => tableCsv(source, table) },
      { path: `${name}.parquet`, content: () => readObject(source, table.objectKey) },
    ];
  });
}

async function* tableCsv(source: PublishedDataSource, table: PublishedTable) {
  const keys = table.columns.map(({ key }) => key);
  yield csvLine(keys);
  for await (const batch of streamPublishedRows(source, table)) {
    yield batch.map((row) => csvLine(keys.map((key) => cellText(row[key])))).join('');
  }
}

async function* readObject({ files }: PublishedDataSource, key: string): AsyncGenerator<Uint8Array> {
  yield* (await files.read(key)) as AsyncIterable<Uint8Array>;
}

/** Files that exist in each language. */
function describingFiles(contents: DataSetContents, language: Language): PackageFile[] {
  const csv = (name: string, content: () => Iterable<string>) => ({ path: `${name}.${language}.csv`, content });
  return [
    csv('codebook', () => codebook(contents.record.kind, contents.tables, language)),
    csv('metadata', () => metadataCsv(contents, language)),
    csv('mapping', () => mappingCsv(contents, language)),
    csv('withheld', () => withheldCsv(contents, language)),
    csv('problems', () => problemsCsv(contents, language)),
    ...contents.row.rights.map((right) => ({
      path: `LICENCE-${licenceSlug(right)}.${language}.txt`,
      content: () => [licenceText(right, language)],
    })),
  ];
}

function plainFiles({ row, record, decision }: DataSetContents): PackageFile[] {
  const citation = readCitation(row, record.datacite);
  const datacite = dataciteRecord(record);
  const file = (path: string, text: string) => ({ path, content: () => [text] });
  return [
    file('decision.json', `${JSON.stringify(decision, null, 2)}\n`),
    ...(datacite
      ? [
          file('datacite.json', `${JSON.stringify(datacite, null, 2)}\n`),
          file('datacite.xml', formatDataciteXml(datacite)),
        ]
      : []),
    file('citation.txt', `${formatCitation(citation)}\n`),
    file('citation.bib', formatBibtex(citation)),
    file('citation.ris', formatRis(citation)),
    file('citation.json', formatCslJson(citation)),
  ];
}

function* metadataCsv({ fields }: DataSetContents, language: Language) {
  const { field, value } = packageTexts[language].metadata;
  yield csvLine([field, value]);
  for (const { name, values } of fields[language]) for (const text of values) yield csvLine([name, text]);
}

function* mappingCsv({ record, tables, mapping }: DataSetContents, language: Language) {
  const texts = packageTexts[language];
  const { table, letters, source, key, unit, label, published } = texts.mapping;
  yield csvLine([table, letters, source, key, unit, label, published]);
  for (const column of mapping) {
    const isPublished = tables
      .find(({ name }) => name === column.table)
      ?.columns.some((entry) => entry.source === column.name);
    yield csvLine([
      column.table,
      columnLetters(column.position),
      column.name,
      column.targetKey ?? texts.notMapped,
      column.targetUnit,
      vocabulary.targets[record.kind].get(column.targetKey ?? '')?.label[language],
      isPublished ? texts.yes : texts.no,
    ]);
  }
}

function* withheldCsv({ tables }: DataSetContents, language: Language) {
  const { table, column, reason } = packageTexts[language].withheld;
  yield csvLine([table, column, reason]);
  for (const { name, withheld } of tables) {
    for (const entry of withheld) yield csvLine([name, entry.column, withheldReason(entry.reason, language)]);
  }
}

function* problemsCsv({ problems, tables }: DataSetContents, language: Language) {
  const texts = packageTexts[language].problems;
  yield csvLine([texts.table, texts.cell, texts.warning, texts.comment]);
  for (const { table, problem } of problems[language]) {
    const published = tables.find(({ name }) => name === table);
    if (!published || !isPublicProblem(published, problem.column)) continue;
    const cell = problem.more > 0 ? fillText(texts.more, { count: problem.more }) : problem.cell;
    yield csvLine([table, cell, problem.warning, problem.comment]);
  }
}

/** Messages and comments may quote values, so those about withheld or less detailed columns are left out. */
function isPublicProblem({ columns, withheld }: PublishedTable, column: string | null): boolean {
  if (column === null) return true;
  return columns.some(({ source }) => source === column) && !withheld.some((entry) => entry.column === column);
}
