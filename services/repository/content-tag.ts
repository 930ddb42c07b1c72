import { createHash } from 'node:crypto';

import { Refusal } from '@domain/error-codes';

/** Names content: the same content has the same tag, whatever the order of its members, and other content another one. */
export function contentTag(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content, inOrder)).digest('base64url').slice(0, 22);
}

function inOrder(_: string, value: unknown): unknown {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value;
}

/** Tags of what a caller has seen, one of which it wants to replace; null = whatever there is. */
export type ExpectedTags = readonly string[] | null;

/** What was saved since the actor looked is not written over unseen: refuses with 'saved-elsewhere'. */
export function refuseOverwriting(saved: string, expected: ExpectedTags, savedAt: Date | null = null): void {
  if (expected === null || expected.includes(saved)) return;
  throw new Refusal('saved-elsewhere', {}, { savedAt: savedAt?.toISOString() ?? null });
}
