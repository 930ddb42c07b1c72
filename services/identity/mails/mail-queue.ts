import { isOutage, Outage } from '@domain/outage';

import { codeOfError } from '../../log/describe-error';
import type { Mail } from '../http/exchange';
import type { Database } from '../store/database';
import {
  claimMail,
  mailWaitingMs,
  postponeMail,
  refuseMail,
  removeMail,
  sendingMs,
  type WaitingMail,
} from '../store/waiting-mails';
import type { MailOrder } from '../store/mail-order';

/** Delays after each failed attempt; the last one repeats. */
const pausesMs = [30_000, 120_000, 600_000] as const;
/** How often the table is read for mails that wait, and for those of a server that has stopped. */
const pollMs = 30_000;

/** A mail with its links. `undo` takes them back if the mail server has refused it for good. */
export interface PreparedMail {
  mail: Mail;
  /** The account that it is about, if its order does not say so. */
  of?: string;
  undo?: () => Promise<void>;
}

interface QueueOptions {
  db: Database;
  /** Makes the text of an ordered mail; null if there is no longer a reason for it. */
  prepare(waiting: { id: string; order: MailOrder }): Promise<PreparedMail | null>;
  sendMail(mail: Mail): Promise<void>;
  now(): Date;
  log(message: string, error?: unknown): void;
}

/**
 * Sends the mails of the table of waiting mails one after another. While the mail server is not available, a mail waits
 * for up to three days, also for another server or the next start; then, or if it was refused, it stays for
 * administrators. `send` looks for mails without waiting for them,
 * `settled` waits until none is due, and `stop` until the present one is sent.
 */
export function createMailQueue(options: QueueOptions) {
  let running: Promise<void> | null = null;
  let isAsked = false;
  let isStopped = false;
  const run = async () => {
    isAsked = false;
    for (;;) {
      const mail = isStopped ? null : await claimMail(options.db, options.now());
      if (!mail) return;
      await attempt(options, mail);
    }
  };
  const send = () => {
    isAsked = true;
    if (isStopped) return;
    running ??= run()
      .catch((error: unknown) => options.log('The waiting mails could not be read', error))
      .finally(() => {
        running = null;
        // Something was ordered after the last look.
        if (isAsked) send();
      });
  };
  const settled = async () => {
    send();
    while (running) await running;
  };
  const polling = setInterval(send, pollMs);
  polling.unref();
  const stop = async () => {
    isStopped = true;
    clearInterval(polling);
    await running;
  };
  return { send, settled, stop };
}

async function attempt(options: QueueOptions, waiting: WaitingMail): Promise<void> {
  let prepared: PreparedMail | null = null;
  try {
    prepared = await options.prepare(waiting);
    // The same id with each attempt, so that mail programs and the outbox keep one of two that a crash has sent.
    if (prepared) await sendInTime(options, { ...prepared.mail, id: waiting.id });
  } catch (error) {
    return putOff(options, waiting, { error, prepared });
  }
  await removeMail(options.db, waiting).catch((error: unknown) =>
    options.log('A mail was sent, but will be sent again because its order could not be removed', error),
  );
}

/** Sends a mail. Rejects with an Outage before the lease is over, however slow the mail server is. */
async function sendInTime({ sendMail }: QueueOptions, mail: Mail): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Outage('The mail server took too long.')), sendingMs);
  });
  await Promise.race([sendMail(mail), late]).finally(() => clearTimeout(timer));
}

/**
 * Tries again later if the mail server is unavailable, or leaves the mail to administrators. Links stay after an outage,
 * because the mail may have been delivered.
 */
async function putOff(
  { db, now, log }: QueueOptions,
  waiting: WaitingMail,
  { error, prepared }: { error: unknown; prepared: PreparedMail | null },
): Promise<void> {
  const { attempts, createdAt } = waiting;
  const lastCode = codeOfError(error);
  const nextAttemptAt = new Date(now().getTime() + pausesMs[Math.min(attempts, pausesMs.length) - 1]!);
  if (!isOutage(error) || nextAttemptAt.getTime() - createdAt.getTime() > mailWaitingMs) {
    log('A mail was not sent', error);
    const isRefused = await refuseMail(db, waiting, { lastCode, of: prepared?.of });
    if (isRefused && !isOutage(error)) await prepared?.undo?.();
    return;
  }
  log('A mail waits because it could not be sent', error);
  await postponeMail(db, waiting, { nextAttemptAt, lastCode });
}
