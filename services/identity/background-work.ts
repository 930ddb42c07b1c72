import { setMaxListeners } from 'node:events';

import type { IdentityServices, Mail } from './http/exchange';
import { mailPausesMs, sendPatiently } from './send-patiently';

interface BackgroundOptions {
  sendMail(mail: Mail): Promise<void>;
  log(message: string, error?: unknown): void;
  mailPausesMs?: readonly number[];
}

/** What is done after answers. `settled` waits for it, and `stop` first ends the waits for further attempts. */
export function createBackgroundWork({ sendMail, log, mailPausesMs: pausesMs = mailPausesMs }: BackgroundOptions) {
  const running = new Set<Promise<void>>();
  const stopping = new AbortController();
  // Each mail that waits for its next attempt listens.
  setMaxListeners(0, stopping.signal);
  const settled = async () => {
    while (running.size > 0) await Promise.all(running);
  };
  const inBackground: IdentityServices['inBackground'] = (work) => {
    const doing = work()
      .catch((error: unknown) => log('Work after a response failed', error))
      .finally(() => running.delete(doing));
    running.add(doing);
  };
  const sendInBackground: IdentityServices['sendInBackground'] = (mail, undo) =>
    inBackground(async () => {
      try {
        await sendPatiently(() => sendMail(mail), { pausesMs, stopping: stopping.signal });
      } catch (error) {
        log('A mail was not sent', error);
        await undo?.();
      }
    });
  const stop = async () => {
    stopping.abort();
    await settled();
  };
  return { inBackground, sendInBackground, settled, stop };
}
