import type { Page } from '../pages/layout';
import { fillIn } from '../texts';
import { answer, type Visit } from './screen';

/** Answers 429 with the form again and the sentence that says when to try again. */
export function refuseTooMany(
  visit: Visit,
  verdict: { retryAfterSeconds: number },
  pageWith: (text: string) => Page,
): void {
  const minutes = Math.ceil(verdict.retryAfterSeconds / 60);
  const { tooManyAttempts, tooManyAttemptsOneMinute } = visit.frame.texts.problems;
  visit.context.set('Retry-After', String(verdict.retryAfterSeconds));
  answer(
    visit,
    pageWith(minutes === 1 ? tooManyAttemptsOneMinute : fillIn(tooManyAttempts, { minutes })),
    429,
  );
}
