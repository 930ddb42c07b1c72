import { useEffect, useRef, useState, type FocusEvent, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';

import { FormToken } from '~/forms/form';
import { watchSession, type SessionAnswer } from './watch-session';

/** What comes into a region that is already there is read out everywhere; what comes with it is not. */
const speakAfterMs = 200;

interface SessionEndProps {
  secondsLeft: number;
  /** Address that tells of the session, and by a POST makes it last longer. */
  address: string;
  /** Address where one logs in. */
  login: string;
}

/**
 * Says that the session is about to end, and that it has ended, without taking the focus. What is said stays
 * until it is closed or no longer true; the button under the focus is never taken away by itself.
 */
export default function SessionEnd({ login, ...session }: SessionEndProps) {
  const { t } = useTranslation();
  const { told, isSpoken, hasFailed, stay, close } = useSessionEnd(session);
  const cameFrom = useRef<HTMLElement | null>(null);
  if (!told) return null;
  const isEnding = told.state === 'ending';

  function noteFocus({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
    const isFromOutside = relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget);
    if (isFromOutside) cameFrom.current = relatedTarget;
  }
  function goBack() {
    close();
    cameFrom.current?.focus();
  }
  return (
    <section className="session-end" aria-label={t('session.label')} onFocus={noteFocus}>
      <div role="status">
        {isSpoken ? <p>{told.message}</p> : null}
        {isSpoken && hasFailed ? <p>{t('session.failed')}</p> : null}
      </div>
      <form className="actions" onSubmit={isEnding ? stay : undefined}>
        <FormToken />
        {told.state === 'ended' ? (
          <a href={login} target="_blank" rel="noopener">
            {t('session.loginAgain')} <span className="visually-hidden">({t('helpTab')})</span>
          </a>
        ) : null}
        {/* One button throughout: what it does changes, the focus on it stays. */}
        <button type={isEnding ? 'submit' : 'button'} onClick={isEnding ? undefined : goBack}>
          {t(isEnding ? 'session.stay' : 'session.close')}
        </button>
      </form>
    </section>
  );
}

/** What there is to tell of the session of the page, and what can be done about it. */
function useSessionEnd({ secondsLeft, address }: Pick<SessionEndProps, 'secondsLeft' | 'address'>) {
  const [told, setTold] = useState<SessionAnswer | null>(null);
  const [isSpoken, setIsSpoken] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const watch = useRef<ReturnType<typeof watchSession>>();

  useEffect(() => {
    // Another page was opened: what was said of the one before is no longer true.
    setTold(null);
    const own = watchSession({
      secondsLeft,
      ask: () => askFor(address),
      tell(answer) {
        setTold(answer);
        setHasFailed(false);
      },
      isVisible: () => document.visibilityState === 'visible',
    });
    watch.current = own;
    const look = () => void own.look();
    document.addEventListener('visibilitychange', look);
    window.addEventListener('focus', look);
    return () => {
      own.stop();
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('focus', look);
    };
  }, [secondsLeft, address]);

  const isTold = told !== null;
  useEffect(() => {
    if (!isTold) return setIsSpoken(false);
    const timer = setTimeout(() => setIsSpoken(true), speakAfterMs);
    return () => clearTimeout(timer);
  }, [isTold]);

  function stay(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const token = new FormData(event.currentTarget).get('form-token');
    const body = new URLSearchParams({ 'form-token': typeof token === 'string' ? token : '' });
    setHasFailed(false);
    askFor(address, { method: 'POST', body }).then(
      (answer) => watch.current?.hear(answer),
      () => setHasFailed(true),
    );
  }
  return { told, isSpoken, hasFailed, stay, close: () => setTold(null) };
}

async function askFor(address: string, order: RequestInit = {}): Promise<SessionAnswer> {
  const response = await fetch(address, { headers: { Accept: 'application/json' }, ...order });
  if (!response.ok) throw new Error(`Status ${response.status}`);
  return (await response.json()) as SessionAnswer;
}
