import type { MetadataEntry } from '@domain/api/metadata';
import { firstValueOf, valuesOf } from '@domain/metadata/entries';
import { fieldIds } from '@domain/metadata/field-ids';
import { parseDateRange, parseName } from '@domain/metadata/storage-forms';
import { titlesOf } from '@domain/metadata/text-language';
import { formatYears, mergeRanges, type Range } from '@domain/search/ranges';
import type { UploadKind } from '@domain/upload-id';

import type { PublishedRow } from '../store/schema/publication';
import type { TablesDescription } from './describe-published-tables';

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
    ...describedBy(metadata),
    nr: source.nr,
    doi: '',
    doiUrl: '',
    doiIsTest: true,
    pubYears: formatYears(collectionYears(source)),
    types: [typeName(source.kind)],
    count: source.count,
    genders: description.genders,
    ages: description.ages ? [description.ages] : [],
    exercises: description.exercises,
  };
}

/** What the metadata alone decides of a search row. */
function describedBy(metadata: MetadataEntry[]): Pick<PublishedRow, 'authors' | 'titles' | 'rights'> {
  return {
    authors: authorsOf(metadata),
    titles: titlesOf(metadata).map(({ text }) => text),
    rights: valuesOf(metadata, fieldIds.licence),
  };
}

/**
 * The stored search row of a data set with corrected metadata. What was read from its data stays, unless `description`
 * has read it again, because the licence or the years of collection have changed.
 */
export function correctedRow(
  row: PublishedRow,
  {
    metadata,
    description,
    publishedAt,
  }: Pick<DataSetSource, 'metadata' | 'publishedAt'> & { description: TablesDescription | null },
): PublishedRow {
  const described = { ...row, ...describedBy(metadata) };
  if (!description) return described;
  return {
    ...described,
    pubYears: formatYears(collectionYears({ description, metadata, publishedAt })),
    genders: description.genders,
    ages: description.ages ? [description.ages] : [],
  };
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
function collectionYears({
  description,
  metadata,
  publishedAt,
}: Pick<DataSetSource, 'description' | 'metadata' | 'publishedAt'>): Range[] {
  if (description.years.length > 0) {
    return mergeRanges(description.years.map((year) => ({ start: year, end: year })));
  }
  const range = parseDateRange(firstValueOf(metadata, fieldIds.collection));
  const start = Number(range?.begin.year) || publishedAt.getFullYear();
  return [{ start, end: Math.max(start, Number(range?.end.year) || start) }];
}
