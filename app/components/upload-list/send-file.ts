import { deletePart, type Failure, readPart } from './part-requests';
import { type Attempt, startAttempt, type TusClient } from './send-attempt';

/** Target of an upload: started at `beginning`, or resumed at `part`. */
interface SendTarget {
  beginning: string;
  part: string | null;
  /** Address of a part that has just been created, with the query of `beginning`. */
  partOf(location: string): string;
}

/** Progress state of a file. */
export type SendStatus = 'sending' | 'retrying' | 'signed-out' | 'checking';

/** Outcome for a file. A refusal has no message if the server gave none. `isKept`: the server has what was sent of it. */
export type SendOutcome =
  | { result: 'taken'; upload: string }
  | { result: 'refused'; message: string | null; isKept: boolean; identical?: string }
  | { result: 'stopped' };

export interface Sending {
  done: Promise<SendOutcome>;
  /** Retries immediately. */
  tryNow(): void;
  /** Stops and deletes the received bytes on the server. */
  cancel(): void;
}

interface SendListener {
  onStatus(status: SendStatus): void;
  onBytes(sent: number): void;
}

/** Delays between attempts. The last one is repeated without limit. */
const retryDelaysMs = [1000, 2000, 4000, 8000, 15_000, 30_000];
const checkingPollMs = 500;

/**
 * Sends a file in one stream with the tus protocol and waits until the server has turned it into an upload. Lost
 * connections, server outages and ended sessions are waited for without limit.
 */
export function sendFile(tus: TusClient, file: File, target: SendTarget, listener: SendListener): Sending {
  const sending = new FileSending(tus, file, target, listener);
  return { done: sending.run(), tryNow: () => sending.tryNow(), cancel: () => sending.cancel() };
}

class FileSending {
  private part: string | null;
  private isCancelled = false;
  private failures = 0;
  private hasBegunAnew = false;
  /** End the current delay and attempt. */
  private skipDelay = () => {};
  private interrupt = () => {};

  constructor(
    private readonly tus: TusClient,
    private readonly file: File,
    private readonly target: SendTarget,
    private readonly listener: SendListener,
  ) {
    this.part = target.part;
  }

  async run(): Promise<SendOutcome> {
    for (;;) {
      const ended = await this.attempt();
      if (this.isCancelled) return { result: 'stopped' };
      const outcome = ended === 'sent' ? await this.awaitDecision() : await this.waitOut(ended);
      if (outcome && outcome !== 'again') return outcome;
    }
  }

  tryNow(): void {
    this.failures = 0;
    this.skipDelay();
  }

  cancel(): void {
    this.isCancelled = true;
    this.skipDelay();
    this.interrupt();
    if (this.part !== null) deletePart(this.part);
  }

  private attempt(): Promise<Attempt> {
    this.listener.onStatus('sending');
    const { ended, interrupt } = startAttempt(
      this.tus,
      this.file,
      { beginning: this.target.beginning, part: this.part },
      {
        onPart: (location) => (this.part = this.target.partOf(location)),
        onBytes: (sent, isMore) => {
          if (isMore) this.failures = 0;
          this.listener.onBytes(sent);
        },
      },
    );
    this.interrupt = interrupt;
    return ended;
  }

  /** Polls until the server has decided about the complete file. */
  private async awaitDecision(): Promise<SendOutcome | 'again'> {
    this.listener.onStatus('checking');
    for (;;) {
      const answer = await readPart(this.part ?? '');
      if ('status' in answer) {
        const outcome = await this.waitOut(answer);
        if (outcome) return outcome;
        if (this.part === null) return 'again';
        this.listener.onStatus('checking');
      } else if (answer.state === 'taken') return { result: 'taken', upload: answer.upload ?? '' };
      else if (answer.state === 'refused') {
        if (this.part !== null) deletePart(this.part);
        const { message = null, upload: identical } = answer.error ?? {};
        return { result: 'refused', message, isKept: false, identical };
      } else if (answer.state === 'receiving') return 'again';
      else await this.pause('checking', checkingPollMs);
      if (this.isCancelled) return { result: 'stopped' };
    }
  }

  /** Waits if the next attempt may succeed. Returns the outcome if it cannot. */
  private async waitOut({ status, message }: Failure): Promise<SendOutcome | null> {
    if (this.isCancelled) return { result: 'stopped' };
    if (status === 401) await this.pause('signed-out', null);
    else if (this.part !== null && (status === 404 || status === 410)) {
      deletePart(this.part);
      this.part = null;
      // If parts get lost repeatedly, another attempt does not help.
      if (this.hasBegunAnew) return { result: 'refused', message: status === 410 ? message : null, isKept: false };
      this.hasBegunAnew = true;
    } else if (isTemporary(status, this.part !== null)) {
      const delayMs = retryDelaysMs[Math.min(this.failures, retryDelaysMs.length - 1)] ?? 0;
      this.failures += 1;
      await this.pause('retrying', delayMs);
    } else return { result: 'refused', message, isKept: this.part !== null };
    return this.isCancelled ? { result: 'stopped' } : null;
  }

  private async pause(status: SendStatus, ms: number | null): Promise<void> {
    this.listener.onStatus(status);
    await new Promise<void>((resolve) => {
      const timer = ms === null ? undefined : setTimeout(resolve, ms);
      this.skipDelay = () => {
        clearTimeout(timer);
        resolve();
      };
      if (this.isCancelled) this.skipDelay();
    });
  }
}

/** Statuses below 500 that pass with time: proxies answer with 408 and 429, and 423 is of a part in use. */
const passing = [0, 408, 423, 429];

/** A server without space (507) says what to do; sending the file again at once would not help. */
function isTemporary(status: number, hasBegun: boolean): boolean {
  if (status === 507) return false;
  return passing.includes(status) || status >= 500 || (status === 409 && hasBegun);
}
