import { Refusal } from '@domain/error-codes';

/** Tags of what a caller has seen, one of which it wants to replace; null = whatever there is. */
export type ExpectedTags = readonly string[] | null;

/** What was saved since the actor looked is not written over unseen: refuses with 'saved-elsewhere'. */
export function refuseOverwriting(saved: string, expected: ExpectedTags, savedAt: Date | null = null): void {
  if (expected === null || expected.includes(saved)) return;
  throw new Refusal('saved-elsewhere', {}, { savedAt: savedAt?.toISOString() ?? null });
}
