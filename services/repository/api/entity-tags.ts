import { contentTag } from '../content-tag';
import type { ApiContext } from './environment';

/** Answers what is saved, with the tag that a later save may name in If-Match. */
export function answerTagged(c: ApiContext, content: object, tag = contentTag(content)): Response {
  c.header('ETag', `"${tag}"`);
  return c.json(content);
}

/** The tags that If-Match names (RFC 9110, section 13.1.1); null when any will do. A weak tag matches nothing. */
export function expectedTags(c: ApiContext): string[] | null {
  const header = c.req.header('If-Match');
  if (header === undefined || header.trim() === '*') return null;
  return [...header.matchAll(/(W\/)?"([^"]*)"/g)].flatMap(([, weak, tag = '']) => (weak ? [] : [tag]));
}
