import { documentTypeOf } from '@domain/api/documents';
import { isPublishedAsIs } from '@domain/api/publication';
import { columnLetters } from '@domain/column-letters';
import { type Language, languages } from '@domain/language';
import { fillText } from '@domain/text';

import { dataciteRecord, formatDataciteXml } from '../doi/datacite-record';
import type { PublishedDataSource } from '../search/published-data';
import { dataSetFolder } from '../search/search-row';
import { vocabulary } from '../vocabulary';
import { csvLine } from '../row-formats/csv';
import { textFile, type WrittenFile } from './bag';
import { formatBibtex, formatCitation, formatCslJson, formatRis, readCitation } from './citation';
import { codebook } from './codebook';
import { croissant } from './croissant';
import { dataPackage } from './data-package';
import type { DataSetContents } from './data-set-contents';
import { documentsFolder, packDataSet } from './pack-data-set';
import { qualityText } from './quality-text';
import { type MeasureColumns, measureOnce } from './sav/describe-variables';
import { syntaxFiles } from './syntax/syntax-files';
import { readObject, tableCsv, tableFileName, tableSav } from './table-files';
import { licenceSlug, licenceText, packageTexts, withheldReason } from './texts';
import type { PackageFile } from './zip-stream';

/**
 * The files of one data set, in its own folder. `written` has the files that have been read so far: those that programs
 * read tell the sizes and sums of the tables.
 */
export async function* dataSetFiles(
  source: PublishedDataSource,
  contents: DataSetContents,
  written: readonly WrittenFile[],
): AsyncGenerator<PackageFile> {
  const folder = dataSetFolder(contents.record);
  const inFolder = (file: PackageFile) => ({ ...file, path: `${folder}/${file.path}` });
  const measure = measureOnce(source);
  for (const file of [...tableFiles(source, contents, measure), ...documentFiles(source, contents)])
    yield inFolder(file);
  const packed = packDataSet(contents, written, 'en');
  const json = (content: object) => `${JSON.stringify(content, null, 2)}\n`;
  for (const file of [
    ...languages.flatMap((language) => describingFiles(contents, language)),
    ...plainFiles(contents),
    ...languages.flatMap((language) => syntaxFiles(contents, measure, language)),
    textFile('datapackage.json', json(dataPackage(packed))),
    textFile('croissant.json', json(croissant(packed))),
  ]) {
    yield inFolder(file);
  }
}

function tableFiles(
  source: PublishedDataSource,
  { record, tables }: DataSetContents,
  measure: MeasureColumns,
): PackageFile[] {
  const { kind, row, publishedAt } = record;
  return tables.flatMap((table) => {
    const name = `data/${tableFileName(tables, table)}`;
    const described = { kind, title: row.titles[0] ?? '', publishedAt, table };
    return [
      { path: `${name}.csv`, content: () => tableCsv(source, table) },
      { path: `${name}.parquet`, isCompressed: true, content: () => readObject(source, table.objectKey) },
      // A system file has at least one variable.
      ...(table.columns.length > 0
        ? [{ path: `${name}.sav`, content: () => tableSav(source, described, 'en', measure) }]
        : []),
    ];
  });
}

/** The contributor's own README and codebook files, unchanged. */
function documentFiles(source: PublishedDataSource, { documents }: DataSetContents): PackageFile[] {
  return documents.map(({ name, objectKey }) => ({
    path: `${documentsFolder}/${name}`,
    isCompressed: documentTypeOf(name) === 'pdf',
    content: () => readObject(source, objectKey),
  }));
}

/** Files that exist in each language. */
function describingFiles(contents: DataSetContents, language: Language): PackageFile[] {
  const csv = (name: string, content: () => Iterable<string>) => ({ path: `${name}.${language}.csv`, content });
  return [
    csv('codebook', () => codebook(contents.record.kind, contents.tables, language)),
    csv('metadata', () => metadataCsv(contents, language)),
    ...(contents.corrections[language].length > 0
      ? [csv('corrections', () => correctionsCsv(contents, language))]
      : []),
    csv('mapping', () => mappingCsv(contents, language)),
    csv('withheld', () => withheldCsv(contents, language)),
    csv('problems', () => problemsCsv(contents, language)),
    textFile(`quality.${language}.txt`, qualityText(contents.quality[language], language)),
    ...contents.row.rights.map((right) => ({
      path: `LICENCE-${licenceSlug(right)}.${language}.txt`,
      content: () => [licenceText(right, language)],
    })),
  ];
}

function plainFiles({ row, record, decision, quality, corrections }: DataSetContents): PackageFile[] {
  const citation = readCitation(row, record.datacite);
  const datacite = dataciteRecord(record);
  return [
    textFile('decision.json', `${JSON.stringify(decision, null, 2)}\n`),
    ...(corrections.en.length > 0
      ? [textFile('corrections.json', `${JSON.stringify(corrections.en, null, 2)}\n`)]
      : []),
    textFile('quality.json', `${JSON.stringify(quality.en, null, 2)}\n`),
    ...(datacite
      ? [
          textFile('datacite.json', `${JSON.stringify(datacite, null, 2)}\n`),
          textFile('datacite.xml', formatDataciteXml(datacite)),
        ]
      : []),
    textFile('citation.txt', `${formatCitation(citation)}\n`),
    textFile('citation.bib', formatBibtex(citation)),
    textFile('citation.ris', formatRis(citation)),
    textFile('citation.json', formatCslJson(citation)),
  ];
}

function* metadataCsv({ fields }: DataSetContents, language: Language) {
  const { field, value } = packageTexts[language].metadata;
  yield csvLine([field, value]);
  for (const { name, values } of fields[language]) for (const text of values) yield csvLine([name, text]);
}

/** How the metadata was corrected: a line for each field, or for a correction of details that are not public. */
function* correctionsCsv({ corrections }: DataSetContents, language: Language) {
  const { day, note, consent, field, before, after } = packageTexts[language].corrections;
  const { yes, no } = packageTexts[language];
  yield csvLine([day, note, consent, field, before, after]);
  for (const { fields, ...correction } of corrections[language]) {
    const told = [correction.day, correction.note, correction.isConsented ? yes : no];
    if (fields.length === 0) yield csvLine([...told, '', '', '']);
    for (const { name, before: was, after: is, owners } of fields) {
      yield csvLine([...told, name, joined(was, owners.before), joined(is, owners.after)]);
    }
  }
}

/** Values of a field, each after what it belongs to: an ORCID iD after its author. */
function joined(values: readonly string[], owners: readonly (string | null)[]): string {
  return values.map((value, index) => (owners[index] ? `${owners[index]}: ${value}` : value)).join('; ');
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
    if (!published || (problem.column !== null && !isPublishedAsIs(published, problem.column))) continue;
    const cell = problem.more > 0 ? fillText(texts.more, { count: problem.more }) : problem.cell;
    yield csvLine([table, cell, problem.warning, problem.comment]);
  }
}
