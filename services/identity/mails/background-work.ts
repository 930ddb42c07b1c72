import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';

import { isOutage } from '@domain/outage';

import type { IdentityServices, Mail } from '../http/exchange';

/** Delays between the attempts to send a mail, long enough for a restart of the mail server. */
const usualPausesMs: readonly number[] = [5_000, 30_000, 120_000];

interface BackgroundOptions {
  sendMail(mail: Mail): Promise<void>;
  log(message: string, error?: unknown): void;
  mailPausesMs?: readonly number[];
}

/** Work that responses do not wait for. `settled` waits for it. `stop` does too, but without further attempts to send mail. */
export function createBackgroundWork({ sendMail, log, mailPausesMs = usualPausesMs }: BackgroundOptions) {
  const running = new Set<Promise<void>>();
  const stopping = new AbortController();
  // Each mail that waits for its next attempt adds a listener.
  setMaxListeners(0, stopping.signal);
  const settled = async () => {
    while (running.size > 0) await Promise.all(running);
  };
  const inBackground: IdentityServices['inBackground'] = (work) => {
    const doing = work()
      .catch((error: unknown) => log('Background work after a response failed', error))
      .finally(() => running.delete(doing));
    running.add(doing);
  };
  const sendInBackground: IdentityServices['sendInBackground'] = (mail, undo) =>
    inBackground(async () => {
      try {
        await sendPatiently(() => sendMail(mail), mailPausesMs, stopping.signal);
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

/** Sends, and tries again after each delay while the mail server is not available. Throws the last error. */
async function sendPatiently(send: () => Promise<void>, pausesMs: readonly number[], stopping: AbortSignal) {
  for (const pauseMs of pausesMs) {
    try {
      return await send();
    } catch (error) {
      if (!isOutage(error)) throw error;
      await pause(pauseMs, undefined, { signal: stopping }).catch(() => {});
      if (stopping.aborted) throw error;
    }
  }
  await send();
}
