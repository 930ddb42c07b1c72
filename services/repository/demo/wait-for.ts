import { setTimeout as delay } from 'node:timers/promises';

/** Time between two looks, and the longest time a job of the demonstration may take. */
const pollMs = 40;
const longestMs = 60_000;

/** Asks until there is an answer; throws when there is none in time. */
export async function waitFor<Answer>(what: string, ask: () => Promise<Answer | null>): Promise<Answer> {
  const deadline = performance.now() + longestMs;
  for (;;) {
    const answer = await ask();
    if (answer !== null) return answer;
    if (performance.now() > deadline) throw new Error(`Timed out waiting for ${what}.`);
    await delay(pollMs);
  }
}
