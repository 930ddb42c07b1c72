import type { Language } from '@domain/language';
import type { UploadKind } from '@domain/upload-id';
import { fillText } from '@domain/text';

import type { PublishedTable } from '../store/published-data-sets';
import { findTarget, vocabulary, type Bounds, type Target, type TargetUnit } from '../vocabulary';
import { csvLine } from './csv';
import { packageTexts, type PackageTexts } from './texts';

/** Codebook of the published tables as CSV: each column with its meaning, unit, codes and bounds. */
export function* codebook(kind: UploadKind, tables: PublishedTable[], language: Language): Generator<string> {
  const texts = packageTexts[language];
  const { table, column, label, unit, type, codes, usual, possible, decimals, source } = texts.codebook;
  const { sourceLabel, sourceCodes, sourceMissing } = texts.codebook;
  const inSource = [source, sourceLabel, sourceCodes, sourceMissing];
  yield csvLine([table, column, label, unit, type, codes, usual, possible, decimals, ...inSource]);
  for (const { name, columns } of tables) {
    for (const entry of columns) {
      const target = vocabulary.targets[kind].get(entry.key);
      yield csvLine([
        name,
        entry.key,
        ...(target ? describe(target, unitOf(kind, target, entry.unit), language, texts) : blanks(entry.unit)),
        entry.source,
        ...describeSource(entry.info, language),
      ]);
    }
  }
}

function describe(target: Target, unit: TargetUnit | undefined, language: Language, texts: PackageTexts): string[] {
  return [
    target.label[language],
    unit?.text[language] ?? '',
    texts.types[target.type],
    (unit?.coding?.codes ?? []).map(({ code, label }) => `${code} = ${label[language]}`).join('; '),
    formatBounds(target.warn, language),
    formatBounds(target.hard, language),
    target.type === 'number' ? String(target.decimals) : '',
  ];
}

/** Information from the contributor's file about a column, unchanged: label, value labels, missing values. */
function describeSource(info: PublishedTable['columns'][number]['info'], language: Language): string[] {
  const { label = '', valueLabels = {}, missing } = info ?? {};
  const { range, below, above } = packageTexts[language];
  const ranges = (missing?.ranges ?? []).map(({ from, to }) => {
    if (from === null) return fillText(below, { max: to ?? '' });
    return to === null ? fillText(above, { min: from }) : fillText(range, { min: from, max: to });
  });
  const codes = Object.entries(valueLabels).map(([value, words]) => `${value} = ${words}`);
  return [label, codes.join('; '), [...(missing?.values ?? []), ...ranges].join('; ')];
}

/** Cells for a key that has been removed from the vocabulary since it was published. */
function blanks(unit: string): string[] {
  return ['', unit, '', '', '', '', ''];
}

function unitOf(kind: UploadKind, target: Target, unit: string): TargetUnit | undefined {
  return findTarget(vocabulary, kind, target.key, unit)?.unit ?? target.units[0];
}

function formatBounds(bounds: Bounds | null, language: Language): string {
  if (!bounds) return '';
  const { range, thisYear } = packageTexts[language];
  const format = new Intl.NumberFormat(language, { useGrouping: false, maximumFractionDigits: 6 });
  const max = bounds.max === 'this-year' ? thisYear : format.format(bounds.max);
  return fillText(range, { min: format.format(bounds.min), max });
}
