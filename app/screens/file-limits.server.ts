import type { StorageUse } from '@domain/api/storage';
import type { LoadContext } from '~/load-context';

/** Sizes between which a file of data is taken, in bytes: none is larger than the space of its account. */
export function fileLimits(
  { minFileBytes, maxFileBytes }: LoadContext,
  storage: StorageUse | null,
): { minBytes: number; maxBytes: number } {
  return { minBytes: minFileBytes, maxBytes: Math.min(maxFileBytes, storage?.limitBytes ?? maxFileBytes) };
}
