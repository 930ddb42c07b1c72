import type { Readable } from 'node:stream';

import { versionText } from '@domain/citation';
import type { Language } from '@domain/language';
import { licences } from '@domain/licences';
import { type PoolChoice, type PoolFormat, writePoolChoice } from '@domain/pool/pool-choice';
import { fillText } from '@domain/text';

import { textFile } from '../packaging/bag';
import { type Citation, formatBibtex, formatCitation } from '../packaging/citation';
import { readObject, tableCsv } from '../packaging/table-files';
import { licenceSlug, licenceText, packageTexts } from '../packaging/texts';
import { type PackageFile, zipStream } from '../packaging/zip-stream';
import { csvLine } from '../row-formats/csv';
import type { PublishedDataSource } from '../search/published-data';
import { vocabulary } from '../vocabulary';
import { poolCodebook, type PooledDataSet, type PooledTable, poolSav } from './pooled-table';

/** What is said of a data set beside its rows. */
export interface PoolSource {
  nr: number;
  title: string;
  licences: string[];
  citation: Citation;
}

export interface PoolPackage {
  choice: PoolChoice;
  format: PoolFormat;
  language: Language;
  sources: PoolSource[];
  /** Day of making, yyyy-MM-dd. */
  day: string;
  /** When the newest of the data sets was published. */
  writtenAt: Date;
  /** Address of the site. */
  origin: string;
}

/** The bytes of a pool in a format. */
export function poolBytes(
  source: PublishedDataSource,
  pooled: PooledTable,
  { format, language, sources, writtenAt }: Pick<PoolPackage, 'format' | 'language' | 'sources' | 'writtenAt'>,
): AsyncIterable<Uint8Array> {
  if (format === 'csv') return tableCsv(source, pooled.table);
  if (format === 'parquet') return readObject(source, pooled.table.objectKey);
  const titles = new Map(sources.map(({ nr, title }) => [nr, title]));
  return poolSav(source, pooled, { titles, writtenAt, language });
}

/** A zip with the table, its codebook, the citations of its data sets, what was chosen and the texts of the licences. */
export function packPool(source: PublishedDataSource, pooled: PooledTable, described: PoolPackage): Readable {
  return zipStream(poolFiles(source, pooled, described), described.writtenAt);
}

async function* poolFiles(
  source: PublishedDataSource,
  pooled: PooledTable,
  described: PoolPackage,
): AsyncGenerator<PackageFile> {
  const { format, language } = described;
  const sources = inTable(described.sources, pooled);
  const rights = licences.filter((licence) => sources.some((one) => one.licences.includes(licence)));
  yield textFile('README.txt', readme(described, pooled));
  yield {
    path: `data.${format}`,
    isCompressed: format === 'parquet',
    content: () => poolBytes(source, pooled, described),
  };
  yield { path: 'codebook.csv', content: () => [...poolCodebook(pooled, language)].map((row) => csvLine(row)) };
  yield textFile('citations.txt', sources.map(({ citation }) => `${formatCitation(citation)}\n`).join('\n'));
  yield textFile('CITATION.bib', sources.map(({ citation }) => formatBibtex(citation)).join('\n'));
  for (const right of rights) yield textFile(`LICENCE-${licenceSlug(right)}.txt`, licenceText(right, language));
}

/** The data sets of which the table has rows. */
function inTable<Source extends { nr: number }>(sources: readonly Source[], { dataSets }: PooledTable): Source[] {
  return sources.filter(({ nr }) => dataSets.some((one) => one.nr === nr));
}

function readme({ choice, format, language, sources, day, origin }: PoolPackage, pooled: PooledTable): string {
  const { pool } = packageTexts[language];
  // Commas need no other writing, and are easier to read.
  const query = String(
    new URLSearchParams([...writePoolChoice(choice), ['format', format], ['lang', language]]),
  ).replaceAll('%2C', ',');
  const used = inTable(sources, pooled);
  return fillText(pool.readme, {
    title: pool.title,
    day,
    origin,
    page: `${origin}/compare/pool?${query}`,
    address: `${origin}/api/pool?${query}`,
    choice: choiceLines(choice, language).join('\n'),
    parts: used.map((one) => partText(one, pooled.dataSets, language)).join('\n\n'),
    licences: licenceNotes(used, language).join('\n'),
  });
}

function choiceLines({ tests, ages, sexes, years, countries }: PoolChoice, language: Language): string[] {
  const { pool } = packageTexts[language];
  const codes = vocabulary.targets.raw.get('sex')?.units[0]?.coding?.codes ?? [];
  const sexLabels = codes.filter(({ code }) => sexes.some((sex) => sex === code)).map(({ label }) => label[language]);
  const lines: [string, string[]][] = [
    [pool.tests, tests.map((test) => vocabulary.tests.get(test)?.long[language] ?? test)],
    [pool.ages, ages ? [`${ages.start}–${ages.end}`] : []],
    [pool.sex, sexLabels],
    [pool.years, years ? [`${years.start}–${years.end}`] : []],
    [pool.countries, countries],
  ];
  return lines.map(([name, values]) => `  ${name}: ${values.length > 0 ? values.join('; ') : pool.all}`);
}

function partText(
  { nr, licences: rights, citation }: PoolSource,
  counted: readonly PooledDataSet[],
  language: Language,
): string {
  const { pool } = packageTexts[language];
  const counts = counted.find((one) => one.nr === nr);
  return fillText(`  ${pool.part}`, {
    nr,
    citation: formatCitation(citation),
    licences: rights.join(', '),
    version: citation.version ? versionText(citation.version) : pool.noVersion,
    rows: counts?.rows,
    persons: counts?.persons,
  });
}

/** What follows from the licences of the parts for the whole. */
function licenceNotes(sources: readonly PoolSource[], language: Language): string[] {
  const { by, shareAlike, closed } = packageTexts[language].pool;
  const under = (licence: (typeof licences)[number]) =>
    sources.filter((one) => one.licences.includes(licence)).map(({ nr }) => nr);
  const [sharedAlike, sufl] = [under('CC-BY-SA 4.0'), under('SUFL 1.0')];
  if (sharedAlike.length === 0 && sufl.length === 0) return [by];
  return [
    ...(sufl.length > 0 ? [fillText(closed, { numbers: sufl.join(', ') })] : []),
    ...(sharedAlike.length > 0 && sufl.length === 0 ? [fillText(shareAlike, { numbers: sharedAlike.join(', ') })] : []),
  ];
}
