import { sessionWarningSeconds } from '@domain/limits';

/** State of the session of a page, from the server. */
export interface SessionAnswer {
  /** 'ending': within minutes; 'other': another account has signed in. */
  state: 'lasting' | 'ending' | 'ended' | 'other';
  secondsLeft: number;
  /** A message for the user. */
  message: string;
}

/** Interval between two looks at the clock. It is short, because a computer may have slept over the end. */
const tickMs = 15_000;

interface Watch {
  secondsLeft: number;
  ask(): Promise<SessionAnswer>;
  /** Gets an answer whose state is another one than before. */
  tell(answer: SessionAnswer): void;
  isVisible(): boolean;
}

/**
 * Watches the session of a page. Near its end the server is asked, since another tab may have extended or ended it.
 * A hidden page asks nothing; `look` is for the moment when it becomes visible.
 */
export function watchSession({ secondsLeft, ask, tell, isVisible }: Watch) {
  let state: SessionAnswer['state'] = 'lasting';
  let endsAt = Date.now() + secondsLeft * 1000;
  let isAsking = false;
  const isOver = () => state === 'ended' || state === 'other';
  const isNear = () => Date.now() >= endsAt - sessionWarningSeconds * 1000;

  function hear(answer: SessionAnswer): void {
    endsAt = Date.now() + answer.secondsLeft * 1000;
    const isNews = answer.state !== state;
    state = answer.state;
    if (isNews) tell(answer);
  }

  async function look(): Promise<void> {
    if (isAsking || !isVisible() || !(isNear() || isOver())) return;
    isAsking = true;
    // If the request fails, the next tick asks again.
    const answer = await ask().catch(() => null);
    isAsking = false;
    if (answer) hear(answer);
  }

  const timer = setInterval(() => void (isOver() ? undefined : look()), tickMs);
  return { hear, look, stop: () => clearInterval(timer) };
}
