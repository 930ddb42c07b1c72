import { Refusal } from '@domain/error-codes';
import { minCommentCharacters } from '@domain/limits';

/** Refuses with 'reason-missing' unless a reason says something. */
export function requireReason(reason: string): void {
  if (reason.length < minCommentCharacters) throw new Refusal('reason-missing');
}
