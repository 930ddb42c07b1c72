import { useEffect, useRef, useState, type FormEvent, type FocusEvent } from 'react';
import { useTranslation } from 'react-i18next';

import { FormToken } from '~/forms/form';
import { watchSession, type SessionAnswer } from './watch-session';

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
export default function SessionEnd({ secondsLeft, address, login }: SessionEndProps) {
  const { t } = useTranslation();
  const [told, setTold] = useState<SessionAnswer | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const watch = useRef<ReturnType<typeof watchSession>>();
  const cameFrom = useRef<HTMLElement | null>(null);

  useEffect(() => {
    const ask = () => askFor(address);
    const isVisible = () => document.visibilityState === 'visible';
    const tell = (answer: SessionAnswer) => {
      setTold(answer);
      setHasFailed(false);
    };
    // Another page was opened: what was said of the one before is no longer true.
    setTold(null);
    const own = watchSession({ secondsLeft, ask, tell, isVisible });
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

  function close() {
    setTold(null);
    cameFrom.current?.focus();
  }

  function noteFocus({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
    const isFromOutside = relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget);
    if (isFromOutside) cameFrom.current = relatedTarget;
  }

  return (
    <section
      className={told ? 'session-end' : undefined}
      aria-label={told ? t('session.label') : undefined}
      onFocus={noteFocus}
    >
      <div role="status">
        {told ? <p>{told.message}</p> : null}
        {told && hasFailed ? <p>{t('session.failed')}</p> : null}
      </div>
      {told ? (
        <form className="actions" onSubmit={told.state === 'ending' ? stay : undefined}>
          <FormToken />
          {told.state === 'ended' ? (
            <a href={login} target="_blank" rel="noopener">
              {t('session.loginAgain')} <span className="visually-hidden">({t('helpTab')})</span>
            </a>
          ) : null}
          {/* One button throughout: what it does changes, the focus on it stays. */}
          <button
            type={told.state === 'ending' ? 'submit' : 'button'}
            onClick={told.state === 'ending' ? undefined : close}
          >
            {t(told.state === 'ending' ? 'session.stay' : 'session.close')}
          </button>
        </form>
      ) : null}
    </section>
  );
}

async function askFor(address: string, order: RequestInit = {}): Promise<SessionAnswer> {
  const response = await fetch(address, { headers: { Accept: 'application/json' }, ...order });
  if (!response.ok) throw new Error(`Status ${response.status}`);
  return (await response.json()) as SessionAnswer;
}
