import { maxCommentCharacters, minCommentCharacters } from './limits';

/** What is wrong with the length of a comment on a problem (spec section 5); null for none, and for no comment. */
export function commentFault(comment: string): 'comment-too-short' | 'comment-too-long' | null {
  const { length } = comment.trim();
  if (length > 0 && length < minCommentCharacters) return 'comment-too-short';
  return length > maxCommentCharacters ? 'comment-too-long' : null;
}
