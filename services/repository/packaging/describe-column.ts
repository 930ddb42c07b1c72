import type { PublishedTables } from '@domain/api/search';
import type { Language } from '@domain/language';
import type { UploadKind } from '@domain/upload-id';

import type { PublishedTable } from '../store/published-data-sets';
import { vocabulary } from '../vocabulary';
import { missingValues, unitOf } from './codebook';

/** A published column with its label, codes and missing values in a language. */
export function describeColumn(
  { key, unit, source, info }: Pick<PublishedTable['columns'][number], 'key' | 'unit' | 'source' | 'info'>,
  kind: UploadKind,
  language: Language,
): PublishedTables[number]['columns'][number] {
  // A key may have left the vocabulary since it was published.
  const target = vocabulary.targets[kind].get(key);
  const codes = (target && unitOf(kind, target, unit)?.coding?.codes) ?? [];
  return {
    key,
    unit,
    label: target?.label[language] ?? key,
    source,
    codes: codes.map(({ code, label }) => ({ code, label: label[language] })),
    missing: missingValues(info, language),
  };
}
