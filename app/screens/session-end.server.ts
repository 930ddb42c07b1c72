import { sessionWarningSeconds } from '@domain/limits';

import { accountTag } from '~/auth/account-tag';
import type { SessionAnswer } from '~/enhance/watch-session';
import { translate } from '~/i18n/instances.server';
import type { LoadContext } from '~/load-context';
import { paths } from '~/paths';
import type { ShownSession } from '~/root-data';
import { momentOf } from './form-conflict.server';

/** What a page is told of the session it is made in; null without one. */
export function showSession(context: LoadContext): ShownSession | null {
  const { user, signedInUntil } = context;
  if (!user || !signedInUntil) return null;
  return {
    secondsLeft: secondsUntil(signedInUntil),
    sentence: sentenceOf(context, 'limit', signedInUntil),
    address: `${paths.session()}?${new URLSearchParams({ account: accountTag(user.subject) })}`,
  };
}

/** How it stands with the session of a page that an account was logged in for when it was made. */
export function answerSession(context: LoadContext, account: string | null): SessionAnswer {
  const { user, signedInUntil } = context;
  const t = translate(context.language);
  if (!user || !signedInUntil) return { state: 'ended', secondsLeft: 0, message: t('auth:session.ended') };
  const secondsLeft = secondsUntil(signedInUntil);
  if (account !== accountTag(user.subject)) {
    return { state: 'other', secondsLeft, message: t('auth:session.other') };
  }
  const state = secondsLeft > sessionWarningSeconds ? 'lasting' : 'ending';
  return { state, secondsLeft, message: sentenceOf(context, state, signedInUntil) };
}

function secondsUntil(end: Date): number {
  return Math.max(0, Math.round((end.getTime() - Date.now()) / 1000));
}

function sentenceOf(context: LoadContext, about: 'limit' | 'lasting' | 'ending', end: Date): string {
  return translate(context.language)(`auth:session.${about}`, { time: momentOf(context, end.toISOString()) });
}
