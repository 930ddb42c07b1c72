import { formatNumber } from '../format-number';
import type { Language } from '@domain/language';
import type { UploadKind } from '@domain/upload-id';
import { fillText } from '@domain/text';

import type { PublishedTable } from '../store/published-data-sets';
import { findTarget, vocabulary, type Bounds, type Target, type TargetUnit } from '../vocabulary';
import { csvLine } from '../row-formats/csv';
import { packageTexts } from './texts';

/** Codebook of the published tables as CSV: each column with its meaning, unit, codes and bounds. */
export function* codebook(kind: UploadKind, tables: PublishedTable[], language: Language): Generator<string> {
  for (const row of codebookRows(kind, tables, language)) yield csvLine(row);
}

/** The rows of the codebook, headings first. */
export function* codebookRows(kind: UploadKind, tables: PublishedTable[], language: Language): Generator<string[]> {
  const { table, source, sourceLabel, sourceCodes, sourceMissing } = packageTexts[language].codebook;
  yield [table, ...codebookHeadings(language), source, sourceLabel, sourceCodes, sourceMissing];
  for (const { name, columns } of tables) {
    for (const entry of columns) {
      yield [
        name,
        entry.key,
        ...describeCells(kind, entry, language),
        entry.source,
        ...describeSource(entry.info, language),
      ];
    }
  }
}

/** Headings of a column's key and of its cells by `describeCells`. */
export function codebookHeadings(language: Language): string[] {
  const { column, label, unit, type, codes, usual, possible, decimals } = packageTexts[language].codebook;
  return [column, label, unit, type, codes, usual, possible, decimals];
}

/** Cells of the codebook about a column: meaning, unit, type, codes, usual and possible values, decimals. */
export function describeCells(
  kind: UploadKind,
  { key, unit }: Pick<PublishedTable['columns'][number], 'key' | 'unit'>,
  language: Language,
): string[] {
  const target = vocabulary.targets[kind].get(key);
  return target ? describe(target, unitOf(kind, target, unit), language) : blanks(unit);
}

function describe(target: Target, unit: TargetUnit | undefined, language: Language): string[] {
  const texts = packageTexts[language];
  return [
    target.label[language],
    unit?.text[language] ?? '',
    texts.types[publishedType(target)],
    (unit?.coding?.codes ?? []).map(({ code, label }) => `${code} = ${label[language]}`).join('; '),
    formatBounds(target.warn, language),
    formatBounds(target.hard, language),
    target.type === 'number' ? String(target.decimals) : '',
  ];
}

/** Information from the contributor's file about a column, unchanged: label, value labels, missing values. */
function describeSource(info: PublishedTable['columns'][number]['info'], language: Language): string[] {
  const { label = '', valueLabels = {} } = info ?? {};
  const codes = Object.entries(valueLabels).map(([value, words]) => `${value} = ${words}`);
  return [label, codes.join('; '), missingValues(info, language).join('; ')];
}

/** Values and ranges of a contributor's column that stand for a missing value, as texts. */
export function missingValues(info: PublishedTable['columns'][number]['info'], language: Language): string[] {
  const { range, below, above } = packageTexts[language];
  const ranges = (info?.missing?.ranges ?? []).map(({ from, to }) => {
    if (from === null) return fillText(below, { max: to ?? '' });
    return to === null ? fillText(above, { min: from }) : fillText(range, { min: from, max: to });
  });
  return [...(info?.missing?.values ?? []), ...ranges];
}

/** Cells for a key that has been removed from the vocabulary since it was published. */
function blanks(unit: string): string[] {
  return ['', unit, '', '', '', '', ''];
}

/** The type of the published cells of a target. Dates of tests are shortened to months. */
export function publishedType({ publish, type }: Target): Target['type'] {
  return publish === 'test-date' ? 'month' : type;
}

/** The published unit of a target; its default one if the vocabulary has lost it. */
export function unitOf(kind: UploadKind, target: Target, unit: string): TargetUnit | undefined {
  return findTarget(vocabulary, kind, target.key, unit)?.unit ?? target.units[0];
}

function formatBounds(bounds: Bounds | null, language: Language): string {
  if (!bounds) return '';
  const { range, thisYear } = packageTexts[language];
  const max = bounds.max === 'this-year' ? thisYear : formatNumber(String(bounds.max), language);
  return fillText(range, { min: formatNumber(String(bounds.min), language), max });
}
