import type { MetadataFault } from '@domain/api/metadata';
import type { MetadataFaultCode } from '@domain/metadata/faults';
import { fieldIds } from '@domain/metadata/field-ids';

/** A fault of the title, in the form in which all metadata faults are answered. */
export function titleFault(code: MetadataFaultCode): MetadataFault {
  return { field: fieldIds.title, index: 0, parent: null, code };
}
