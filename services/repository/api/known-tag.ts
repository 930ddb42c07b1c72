/** Whether a client has the version with this entity tag, by `If-None-Match` (RFC 9110, 13.1.2: compared weakly). */
export function isKnownTag(tag: string, ifNoneMatch: string | undefined): boolean {
  const bare = (text: string) => text.trim().replace(/^W\//, '');
  return ifNoneMatch?.trim() === '*' || (ifNoneMatch ?? '').split(',').some((known) => bare(known) === bare(tag));
}
