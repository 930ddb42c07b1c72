import { link } from '../pages/account-pages';
import { html, type Html } from '../pages/html';
import type { Page } from '../pages/layout';
import { fillIn } from '../texts';
import { signInPaths } from './interaction';
import { answer, type Visit } from './screen';

/** From here on the wait is told in hours: 90 minutes. */
const minHoursSeconds = 90 * 60;

/** Answers 429 with the form again and the sentence that says when to try again. */
export function refuseTooMany(visit: Visit, retryAfterSeconds: number, pageWith: (text: string) => Page): void {
  visit.context.set('Retry-After', String(retryAfterSeconds));
  answer(visit, pageWith(whenToTryAgain(visit, retryAfterSeconds)), 429);
}

/** The way round the wait: whoever reads the account's mail gets in at once. */
export function waitOrLink(visit: Visit): Html {
  const { noNeedToWait, sendLink } = visit.frame.texts.signIn;
  return html`${noNeedToWait} ${link(signInPaths(visit).forgotten, sendLink)}`;
}

function whenToTryAgain(visit: Visit, seconds: number): string {
  const { tooManyAttempts, tooManyAttemptsOneMinute, tooManyAttemptsHours } = visit.frame.texts.problems;
  if (seconds > minHoursSeconds) return fillIn(tooManyAttemptsHours, { hours: Math.ceil(seconds / 3600) });
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? tooManyAttemptsOneMinute : fillIn(tooManyAttempts, { minutes });
}
