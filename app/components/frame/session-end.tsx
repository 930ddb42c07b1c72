import { useEffect, useRef, useState, type FocusEvent, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';

import { FormToken } from '~/forms/form';
import { watchSession, type SessionAnswer } from './watch-session';

/** Screen readers announce a text that is added to a region later, not one that appears together with it. */
const announceAfterMs = 200;

interface SessionEndProps {
  secondsLeft: number;
  /** Address that returns the state of the session, and by a POST makes it last longer. */
  address: string;
  /** Address of the sign-in. */
  login: string;
}

/**
 * Warns that the session is about to end, and shows that it has ended, without moving the focus. The message stays
 * until it is closed or no longer true; the button under the focus is never removed by itself.
 */
export default function SessionEnd({ secondsLeft, address, login }: SessionEndProps) {
  const { t } = useTranslation();
  const [told, setTold] = useState<SessionAnswer | null>(null);
  const [isAnnounced, setIsAnnounced] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const cameFrom = useRef<HTMLElement | null>(null);
  const watch = useRef<ReturnType<typeof watchSession>>();

  useEffect(() => {
    // Reset, because the message was about the previous page.
    setTold(null);
    watch.current = watchSession({
      secondsLeft,
      ask: () => askFor(address),
      tell(answer) {
        setTold(answer);
        setHasFailed(false);
      },
      isVisible: () => !document.hidden,
    });
    const { look, stop } = watch.current;
    const onLook = () => void look();
    document.addEventListener('visibilitychange', onLook);
    window.addEventListener('focus', onLook);
    return () => {
      stop();
      document.removeEventListener('visibilitychange', onLook);
      window.removeEventListener('focus', onLook);
    };
  }, [secondsLeft, address]);

  const isShown = told !== null;
  useEffect(() => {
    const timer = setTimeout(() => setIsAnnounced(isShown), isShown ? announceAfterMs : 0);
    return () => clearTimeout(timer);
  }, [isShown]);
  if (!told) return null;
  const isEnding = told.state === 'ending';

  function noteFocus({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
    if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget))
      cameFrom.current = relatedTarget;
  }
  function close() {
    setTold(null);
    cameFrom.current?.focus();
  }
  function stay(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setHasFailed(false);
    const body = new URLSearchParams(
      [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)]),
    );
    askFor(address, { method: 'POST', body }).then(
      (answer) => watch.current?.hear(answer),
      () => setHasFailed(true),
    );
  }
  return (
    <section className="session-end" aria-label={t('session.label')} onFocus={noteFocus}>
      <div role="status">
        {isAnnounced ? <p>{told.message}</p> : null}
        {isAnnounced && hasFailed ? <p>{t('session.failed')}</p> : null}
      </div>
      <form className="actions" onSubmit={isEnding ? stay : undefined}>
        <FormToken />
        {told.state === 'ended' ? (
          <a href={login} target="_blank" rel="noopener">
            {t('session.loginAgain')} <span className="visually-hidden">({t('helpTab')})</span>
          </a>
        ) : null}
        {/* One button for both, so that the focus on it stays. */}
        <button type={isEnding ? 'submit' : 'button'} onClick={isEnding ? undefined : close}>
          {t(isEnding ? 'session.stay' : 'session.close')}
        </button>
      </form>
    </section>
  );
}

async function askFor(address: string, init: RequestInit = {}): Promise<SessionAnswer> {
  const response = await fetch(address, { headers: { Accept: 'application/json' }, ...init });
  if (!response.ok) throw new Error(`Status ${response.status}`);
  return (await response.json()) as SessionAnswer;
}
