import { z } from 'zod';

import { type MetadataEntry, MetadataEntrySchema } from '@domain/api/metadata';
import type { SearchRow } from '@domain/api/search';
import type { Language } from '@domain/language';
import { fieldIds } from '@domain/metadata/field-ids';
import { dataLanguageOf, titleIn, titlesOf } from '@domain/metadata/text-language';
import { foldText } from '@domain/search/fold';

import type { RepositoryContext } from '../context/context';
import type { DataSetRecord } from '../store/data-set-records';

/** Fields of the metadata that `toSearchRow` reads. */
export const searchRowFields = [
  fieldIds.title,
  fieldIds.translatedTitle,
  fieldIds.abstractLanguage,
  fieldIds.dataLanguage,
];

/** A data set as in search responses: its published row with DOI and languages. */
export function toSearchRow(record: DataSetRecord, repository: RepositoryContext): SearchRow {
  const metadata = readEntries(record.metadata, searchRowFields);
  return {
    ...record.row,
    nr: record.nr,
    titleLanguages: titlesOf(metadata).map(({ language }) => language),
    dataLanguage: dataLanguageOf(metadata),
    doi: record.doi ?? '',
    doiUrl: doiAddress(record, repository),
    doiIsTest: record.registrar !== 'datacite',
  };
}

/** The page to which the DOI of a data set leads. */
export function doiAddress(
  { nr, doi: name, registrar }: Pick<DataSetRecord, 'nr' | 'doi' | 'registrar'>,
  { doi, settings }: Pick<RepositoryContext, 'doi' | 'settings'>,
): string {
  if (registrar === doi.kind) return doi.address(name ?? '', nr);
  // Minted before the registrar was changed.
  return registrar === 'datacite' ? `https://doi.org/${name ?? ''}` : `${settings.origin}/data-set/${nr}`;
}

/** Title of a data set in a language, or the first one if there is none in it; '' without any. */
export function titleOf({ metadata, row }: Pick<DataSetRecord, 'metadata' | 'row'>, language: Language): string {
  return titleIn(titlesOf(readEntries(metadata, searchRowFields)), language)?.text ?? row.titles[0] ?? '';
}

const StoredEntrySchema = z.looseObject({ id: z.number() });

/** Some entries of stored metadata. Reading all of them takes longer than all else that a page of results needs. */
function readEntries(metadata: unknown, ids: readonly number[]): MetadataEntry[] {
  const entries = StoredEntrySchema.array().parse(metadata);
  return MetadataEntrySchema.array().parse(entries.filter(({ id }) => ids.includes(id)));
}

/** Maximum length of a title in a file name. */
const maxTitleCharacters = 60;

/** Folder of a data set in a package: its number and title in characters that every system allows. */
export function dataSetFolder({ nr, row }: DataSetRecord): string {
  const words = foldText(row.titles[0] ?? '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
  // Cuts between words, unless the first word is too long.
  const title = words.length > maxTitleCharacters ? words.slice(0, maxTitleCharacters + 1).replace(/ \S*$/, '') : words;
  return [String(nr), ...title.split(' ').filter((word) => word !== '')].join('-');
}

/** File name of the package of a single data set. */
export function dataSetFileName(record: DataSetRecord): string {
  return `motothek-${dataSetFolder(record)}.zip`;
}

/** Whether a package of a single data set has, or had before a correction of its title, this file name. */
export function isDataSetFileName(nr: number, fileName: string): boolean {
  return new RegExp(`^motothek-${nr}(-[^/]*)?\\.zip$`).test(fileName);
}
