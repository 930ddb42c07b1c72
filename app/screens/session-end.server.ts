import { sessionWarningSeconds } from '@domain/limits';

import type { SessionAnswer } from '~/components/frame/watch-session';
import { formatMoment } from '~/i18n/format-moment.server';
import { translate } from '~/i18n/instances.server';
import type { LoadContext } from '~/load-context';
import { paths, withQuery } from '~/paths';
import type { ShownSession } from '~/root-data';

/** The session that a page is rendered in, for its script; null without one. */
export function showSession(context: LoadContext): ShownSession | null {
  const { account } = context.drafts;
  if (!context.user || account === null) return null;
  const { secondsLeft } = answerSession(context, null);
  const address = withQuery(paths.session(), { account });
  return { secondsLeft, message: messageOf(context, 'limit'), address };
}

/** State of the session of a page that was rendered for an account, by the tag of that account. */
export function answerSession(context: LoadContext, account: string | null): SessionAnswer {
  const { user, signedInUntil, language, drafts } = context;
  const t = translate(language);
  if (!user || !signedInUntil) return { state: 'ended', secondsLeft: 0, message: t('auth:session.ended') };
  const secondsLeft = Math.max(0, Math.round((signedInUntil.getTime() - Date.now()) / 1000));
  if (account !== drafts.account) return { state: 'other', secondsLeft, message: t('auth:session.other') };
  const state = secondsLeft > sessionWarningSeconds ? 'lasting' : 'ending';
  return { state, secondsLeft, message: messageOf(context, state) };
}

function messageOf(context: LoadContext, about: 'limit' | 'lasting' | 'ending'): string {
  const time = formatMoment(context, (context.signedInUntil ?? new Date()).toISOString());
  return translate(context.language)(`auth:session.${about}`, { time });
}
