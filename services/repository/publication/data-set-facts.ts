import type { MetadataEntry } from '@domain/api/metadata';
import { firstValueOf, valuesOf } from '@domain/metadata/entries';
import { fieldIds } from '@domain/metadata/field-ids';
import { parseDateRange, parseName } from '@domain/metadata/storage-forms';
import { titlesOf } from '@domain/metadata/text-language';
import { foldText } from '@domain/search/fold';
import { formatYears, mergeRanges, type Range } from '@domain/search/ranges';
import type { UploadKind } from '@domain/upload-id';

import type { searchFacets } from '../store/schema';
import type { PublishedRow } from '../store/schema/publication';
import type { TablesDescription } from './describe-published-tables';

type Facet = Omit<typeof searchFacets.$inferInsert, 'nr'>;

export interface DataSetSource {
  nr: number;
  kind: UploadKind;
  metadata: MetadataEntry[];
  description: TablesDescription;
  /** Number of people or cases. */
  count: number | null;
  publishedAt: Date;
}

/** Search row as stored. */
export function searchRow(source: DataSetSource): PublishedRow {
  const { metadata, description } = source;
  return {
    nr: source.nr,
    doi: '',
    doiUrl: '',
    doiIsTest: true,
    pubYears: formatYears(collectionYears(source)),
    authors: authorsOf(metadata),
    titles: titlesOf(metadata).map(({ text }) => text),
    types: [typeName(source.kind)],
    count: source.count,
    genders: description.genders,
    ages: description.ages ? [description.ages] : [],
    rights: valuesOf(metadata, fieldIds.licence),
    exercises: description.exercises,
  };
}

/** Folded words of the fields that are searched, each between spaces. */
export function searchText(metadata: MetadataEntry[]): string {
  const { title, translatedTitle, keyword, abstract, studyName } = fieldIds;
  const texts = [title, translatedTitle, keyword, abstract, studyName].flatMap((id) => valuesOf(metadata, id));
  return ` ${foldText([...texts, ...authorsOf(metadata)].join(' '))} `;
}

/** Search criteria of a data set besides its words. It is also found by its year of publication. */
export function searchFacetsOf(source: DataSetSource): Facet[] {
  const { description, metadata } = source;
  const published = source.publishedAt.getFullYear();
  const years = mergeRanges([...collectionYears(source), { start: published, end: published }]);
  const areas = [...description.postalAreas, ...postalAreasOf(metadata)];
  return [
    { kind: 'type', value: typeName(source.kind) },
    ...description.exercises.map((value): Facet => ({ kind: 'exercise', value })),
    ...description.genders.map((value): Facet => ({ kind: 'gender', value })),
    ...[...new Set(areas)].map((value): Facet => ({ kind: 'postal-area', value })),
    ...years.map((range): Facet => ({ kind: 'year', ...range })),
    ...(description.ages ? [{ kind: 'age' as const, ...description.ages }] : []),
  ];
}

function typeName(kind: UploadKind): string {
  return kind.toUpperCase();
}

function authorsOf(metadata: MetadataEntry[]): string[] {
  return valuesOf(metadata, fieldIds.author).map((stored) => {
    const { family, given } = parseName(stored);
    return [family, given].filter((part) => part !== '').join(', ');
  });
}

/** Years of the tests in the data, otherwise of the data collection, otherwise of publication. */
function collectionYears({ description, metadata, publishedAt }: DataSetSource): Range[] {
  if (description.years.length > 0) {
    return mergeRanges(description.years.map((year) => ({ start: year, end: year })));
  }
  const range = parseDateRange(firstValueOf(metadata, fieldIds.collection));
  const start = Number(range?.begin.year) || publishedAt.getFullYear();
  return [{ start, end: Math.max(start, Number(range?.end.year) || start) }];
}

function postalAreasOf(metadata: MetadataEntry[]): string[] {
  return valuesOf(metadata, fieldIds.postalArea).flatMap((area) => {
    const digits = /^\d{2,3}/.exec(area.trim())?.[0];
    return digits ? [digits] : [];
  });
}
