import type { RelatedUpload } from '@domain/api/reviews';
import { formatUploadId } from '@domain/upload-id';

import type { Relative } from '../store/revisions';
import { localDay } from './local-time';

/** Another upload as lists and reviews name it; null for none. */
export function relatedUpload(relative: Relative | undefined, timeZone: string): RelatedUpload | null {
  if (!relative) return null;
  const { number, kind, fileName, createdAt, status } = relative;
  return { id: formatUploadId(number, kind), fileName, date: localDay(createdAt, timeZone), status };
}
