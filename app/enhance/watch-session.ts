import { sessionWarningSeconds } from '@domain/limits';

/** What the server says of the session of a page. */
export interface SessionAnswer {
  /** 'ending': within minutes; 'other': another account is logged in by now. */
  state: 'lasting' | 'ending' | 'ended' | 'other';
  secondsLeft: number;
  /** A sentence for the user. */
  message: string;
}

/** The clock is looked at so often: also a computer that slept finds out soon. */
const tickMs = 15_000;

interface Watch {
  secondsLeft: number;
  ask(): Promise<SessionAnswer>;
  /** Told only what is news. */
  tell(answer: SessionAnswer): void;
  isVisible(): boolean;
}

/**
 * Watches over the session of a page. Before it ends the server is asked: another tab may have made it last
 * longer, or ended it. Nothing is asked while the page is hidden; `look` is for the moment it comes into sight.
 */
export function watchSession({ secondsLeft, ask, tell, isVisible }: Watch) {
  let state: SessionAnswer['state'] = 'lasting';
  let endsAt = Date.now() + secondsLeft * 1000;
  let isAsking = false;

  function hear(answer: SessionAnswer): void {
    endsAt = Date.now() + answer.secondsLeft * 1000;
    const isNews = answer.state !== state;
    state = answer.state;
    if (isNews) tell(answer);
  }

  async function question(): Promise<void> {
    if (isAsking || !isVisible()) return;
    isAsking = true;
    try {
      hear(await ask());
    } catch {
      // No answer is no news: the next tick asks again.
    } finally {
      isAsking = false;
    }
  }

  const isOver = () => state === 'ended' || state === 'other';
  const isNear = () => Date.now() >= endsAt - sessionWarningSeconds * 1000;
  const tick = () => (isNear() && !isOver() ? question() : Promise.resolve());
  const timer = setInterval(() => void tick(), tickMs);
  return {
    hear,
    /** The page came into sight: somebody may have logged in again, or the computer may have slept. */
    look: () => (isNear() || isOver() ? question() : Promise.resolve()),
    stop: () => clearInterval(timer),
  };
}
