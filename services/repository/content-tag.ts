import { createHash } from 'node:crypto';

/** Names content: the same content has the same tag, whatever the order of its members, and other content another one. */
export function contentTag(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content, inOrder)).digest('base64url').slice(0, 22);
}

function inOrder(_: string, value: unknown): unknown {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value;
}
