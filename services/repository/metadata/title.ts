import type { MetadataFault } from '@domain/api/metadata';
import type { MetadataFaultCode } from '@domain/metadata/faults';
import { fieldIds } from '@domain/metadata/field-ids';
import { foldText } from '@domain/search/fold';

/** A fault of the title, in the form in which all metadata faults are answered. */
export function titleFault(code: MetadataFaultCode): MetadataFault {
  return { field: fieldIds.title, index: 0, parent: null, code };
}

/** Title in the form in which two titles count as the same: case, marks and punctuation do not tell. */
export function titleKeyOf(title: string): string {
  return foldText(title) || title.trim();
}
