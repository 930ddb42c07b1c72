import { targetLabel } from '@domain/api/mapping';
import type { Language } from '@domain/language';
import type { UploadKind } from '@domain/upload-id';

import type { PublishedTable } from '../store/published-data-sets';
import { type Target, vocabulary } from '../vocabulary';
import { publishedType, unitOf } from './codebook';

/** What the descriptions for programs say about a published column, in one language. */
export interface DescribedColumn {
  key: string;
  label: string;
  /** '' if there is none, and for codes. */
  unit: string;
  type: Target['type'];
  /** All values that the column can have, with their meanings; empty if other values are possible. */
  codes: { code: string; label: string }[];
  /** Bounds of the possible values of numbers; null = none. */
  min: number | null;
  max: number | null;
  /** Name of the column in the contributor's file. */
  source: string;
}

/** Describes the columns of a published table. A key that has left the vocabulary since is a text without label. */
export function describeColumns(kind: UploadKind, table: PublishedTable, language: Language): DescribedColumn[] {
  return table.columns.map(({ key, unit, source }) => {
    const target = vocabulary.targets[kind].get(key);
    const found = target && unitOf(kind, target, unit);
    const isCoded = found?.coding?.pattern === null;
    const bounds = target?.type === 'number' ? target.hard : null;
    return {
      key,
      label: target?.label[language] ?? key,
      unit: found?.coding ? '' : (found?.text[language] ?? unit),
      type: target ? publishedType(target) : 'text',
      codes: isCoded ? found.coding!.codes.map(({ code, label }) => ({ code, label: label[language] })) : [],
      min: bounds?.min ?? null,
      max: typeof bounds?.max === 'number' ? bounds.max : null,
      source,
    };
  });
}

/** Label with unit, such as 'Standing long jump (cm)'. */
export function fullLabel({ label, unit }: Pick<DescribedColumn, 'label' | 'unit'>): string {
  return targetLabel({ value: label, unitText: unit });
}
