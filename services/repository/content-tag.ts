import type { MetadataEntry } from '@domain/api/metadata';
import { Refusal } from '@domain/error-codes';
import { hashOf } from '@domain/secrets';

/** Digest of content as an entity tag. The order of object members does not matter. */
export function contentTag(content: unknown): string {
  return hashOf(JSON.stringify(inOrder(content))).slice(0, 22);
}

/** A copy with the members of all objects in order. As a replacer of JSON.stringify it would take several times as long. */
function inOrder(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(inOrder);
  if (value instanceof Date) return value;
  const members = value as Record<string, unknown>;
  const copy: Record<string, unknown> = {};
  for (const name of Object.keys(members).sort()) copy[name] = inOrder(members[name]);
  return copy;
}

/** Tag of metadata, which depends only on the values of the entries. */
export function metadataTag(metadata: readonly MetadataEntry[]): string {
  return contentTag(metadata.map(({ id, values, parents }) => [id, values, parents ?? []]));
}

/** Tags of the versions that a caller is ready to replace; null = any version. */
export type ExpectedTags = readonly string[] | null;

/** The last save of content. */
export interface LastSave {
  at: Date | null;
  /** Name of who saved it, if it was somebody else than the caller. */
  by?: string | null;
}

/** Refuses with 'saved-elsewhere' if the stored content is not a version that the caller has seen. */
export function refuseOverwriting(saved: string, expected: ExpectedTags, { at, by = null }: LastSave): void {
  if (expected === null || expected.includes(saved)) return;
  throw new Refusal('saved-elsewhere', {}, { savedAt: at?.toISOString() ?? null, savedBy: by });
}
