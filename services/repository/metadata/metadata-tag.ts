import type { MetadataEntry } from '@domain/api/metadata';

import { contentTag } from '../content-tag';

/** Names the content of metadata: the same entries have the same tag, and others another one. */
export function metadataTag(metadata: readonly MetadataEntry[]): string {
  return contentTag(metadata.map(({ id, values, parents }) => [id, values, parents ?? []]));
}
