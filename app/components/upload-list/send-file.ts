import type * as tusClient from 'tus-js-client';
import type { DetailedError, Upload } from 'tus-js-client';

/** Target of an upload: started at `beginning`, or resumed at `part`. */
interface SendTarget {
  beginning: string;
  part: string | null;
  /** Address of a part that has just been created, with the query of `beginning`. */
  partOf(location: string): string;
}

/** Progress state of a file. */
export type SendStatus = 'sending' | 'retrying' | 'signed-out' | 'checking';

/** Outcome for a file. A refusal has no message if the server gave none. */
export type SendOutcome =
  | { result: 'taken'; upload: string }
  | { result: 'refused'; message: string | null; identical?: string }
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
/** A connection without progress for this long is considered dead. */
const stalledMs = 120_000;
const checkingPollMs = 500;

/** How an attempt ended. */
type Attempt = 'sent' | { status: number; message: string | null };
/** No response. */
const lost: Attempt = { status: 0, message: null };

/** The tus client, loaded on demand. */
export type TusClient = typeof tusClient;

/**
 * Sends a file in one stream with the tus protocol and waits until the server has turned it into an upload. Lost
 * connections, server outages and ended sessions are waited for without limit.
 */
export function sendFile(tus: TusClient, file: File, target: SendTarget, { onStatus, onBytes }: SendListener): Sending {
  let part = target.part;
  let isCancelled = false;
  let failures = 0;
  let hasBegunAnew = false;
  /** Ends the current delay and attempt. */
  let skipDelay = () => {};
  let interrupt = () => {};

  async function pause(status: SendStatus, ms: number | null): Promise<void> {
    onStatus(status);
    await new Promise<void>((resolve) => {
      const timer = ms === null ? undefined : setTimeout(resolve, ms);
      skipDelay = () => {
        clearTimeout(timer);
        resolve();
      };
      if (isCancelled) skipDelay();
    });
  }

  /** Waits if the next attempt may succeed. Returns the outcome if it cannot. */
  async function waitOut({ status, message }: Exclude<Attempt, 'sent'>): Promise<SendOutcome | null> {
    if (isCancelled) return { result: 'stopped' };
    if (status === 401) await pause('signed-out', null);
    else if (part !== null && (status === 404 || status === 410)) {
      // Frees the user's quota on the server.
      forget();
      part = null;
      // If parts get lost repeatedly, another attempt does not help.
      if (hasBegunAnew) return { result: 'refused', message: status === 410 ? message : null };
      hasBegunAnew = true;
    } else if (isTemporary(status, part !== null)) {
      const delayMs = retryDelaysMs[Math.min(failures, retryDelaysMs.length - 1)] ?? 0;
      failures += 1;
      await pause('retrying', delayMs);
    } else return { result: 'refused', message };
    return isCancelled ? { result: 'stopped' } : null;
  }

  function attempt(): Promise<Attempt> {
    onStatus('sending');
    return new Promise((resolve) => {
      let watch: ReturnType<typeof setTimeout> | undefined;
      const end = (attempt: Attempt) => {
        clearTimeout(watch);
        resolve(attempt);
      };
      let least: number | null = null;
      const upload: Upload = new tus.Upload(file, {
        endpoint: part === null ? target.beginning : null,
        uploadUrl: part,
        metadata: { filename: file.name, lastModified: String(file.lastModified) },
        // Retries are handled here, where they can be triggered early and stopped.
        retryDelays: null,
        // The server lists unfinished files, so nothing is stored in the browser.
        storeFingerprintForResuming: false,
        onUploadUrlAvailable: () => void (part = target.partOf(upload.url ?? '')),
        onProgress: (sent) => {
          watchOver();
          // The first report only gives the start.
          if (least !== null && sent > least) failures = 0;
          least ??= sent;
          onBytes(sent);
        },
        onSuccess: () => end('sent'),
        onError: (error) => end(describeFailure(error)),
      });
      function watchOver() {
        clearTimeout(watch);
        watch = setTimeout(() => void upload.abort().then(() => end(lost)), stalledMs);
      }
      interrupt = () => void upload.abort().then(() => end(lost));
      watchOver();
      upload.start();
    });
  }

  /** Polls until the server has decided about the complete file. */
  async function awaitDecision(): Promise<SendOutcome | 'again'> {
    onStatus('checking');
    for (;;) {
      const answer = await askFor(part ?? '');
      if ('status' in answer) {
        const outcome = await waitOut(answer);
        if (outcome) return outcome;
        if (part === null) return 'again';
        onStatus('checking');
      } else if (answer.state === 'taken') return { result: 'taken', upload: answer.upload ?? '' };
      else if (answer.state === 'refused') {
        forget();
        return { result: 'refused', message: answer.error?.message ?? null, identical: answer.error?.upload };
      } else if (answer.state === 'receiving') return 'again';
      else await pause('checking', checkingPollMs);
      if (isCancelled) return { result: 'stopped' };
    }
  }

  async function run(): Promise<SendOutcome> {
    for (;;) {
      const ended = await attempt();
      if (isCancelled) return { result: 'stopped' };
      const outcome = ended === 'sent' ? await awaitDecision() : await waitOut(ended);
      if (outcome && outcome !== 'again') return outcome;
    }
  }

  /** Deletes the part on the server. If that fails, the server deletes it after some days. */
  function forget(): void {
    if (part === null) return;
    const headers = { 'Tus-Resumable': '1.0.0' };
    fetch(part, { method: 'DELETE', headers, keepalive: true }).catch(() => undefined);
  }

  return {
    done: run(),
    tryNow: () => {
      failures = 0;
      skipDelay();
    },
    cancel() {
      isCancelled = true;
      skipDelay();
      interrupt();
      forget();
    },
  };
}

function isTemporary(status: number, hasBegun: boolean): boolean {
  return status === 0 || status >= 500 || status === 423 || (status === 409 && hasBegun);
}

function describeFailure(error: Error | DetailedError): Attempt {
  const response = 'originalResponse' in error ? error.originalResponse : null;
  if (!response) return lost;
  return { status: response.getStatus(), message: messageIn(response.getBody()) };
}

function messageIn(body: string): string | null {
  try {
    const { message } = JSON.parse(body) as { message?: unknown };
    return typeof message === 'string' && message !== '' ? message : null;
  } catch {
    return null;
  }
}

interface PartAnswer {
  state: 'receiving' | 'checking' | 'taken' | 'refused';
  upload: string | null;
  error: { message: string; upload?: string } | null;
}

async function askFor(part: string): Promise<PartAnswer | Exclude<Attempt, 'sent'>> {
  try {
    const response = await fetch(part, { headers: { Accept: 'application/json' } });
    if (response.ok) return (await response.json()) as PartAnswer;
    return { status: response.status, message: messageIn(await response.text()) };
  } catch {
    return { status: 0, message: null };
  }
}
