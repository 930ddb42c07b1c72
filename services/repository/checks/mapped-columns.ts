import type { UploadKind } from '@domain/upload-id';

import type { CheckedColumn } from './checked-table';
import type { SourceColumn } from '../store/mapping';
import { findTarget, vocabulary } from '../vocabulary';

/**
 * The mapped columns of a table with their targets. A target that has left the vocabulary since the
 * mapping was saved counts as not mapped.
 */
export function mappedColumns(kind: UploadKind, columns: SourceColumn[]): CheckedColumn[] {
  return columns.flatMap(({ position, name, info, targetKey, targetUnit }) => {
    const mapped = targetKey === null ? null : findTarget(vocabulary, kind, targetKey, targetUnit ?? '');
    return mapped ? [{ ...mapped, position, name, info }] : [];
  });
}
