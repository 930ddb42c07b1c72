import { createHash } from 'node:crypto';

import type { MetadataEntry } from '@domain/api/metadata';

/** Names the content of metadata: the same entries have the same tag, and others another one. */
export function metadataTag(metadata: readonly MetadataEntry[]): string {
  const content = metadata.map(({ id, values, parents }) => [id, values, parents ?? []]);
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 22);
}
