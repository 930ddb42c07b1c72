import type { MetadataFault } from '@domain/api/metadata';
import type { MetadataFaultCode } from '@domain/metadata/faults';
import { fieldIds } from '@domain/metadata/field-ids';
import { foldText } from '@domain/search/fold';

/** A validation error of the title. */
export function titleFault(code: MetadataFaultCode): MetadataFault {
  return { field: fieldIds.title, index: 0, parent: null, code };
}

/** Key of a title. Titles that differ only in case, marks or punctuation have the same key. */
export function titleKeyOf(title: string): string {
  return foldText(title) || title.trim();
}
