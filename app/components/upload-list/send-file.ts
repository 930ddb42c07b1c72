import type * as tusClient from 'tus-js-client';
import type { DetailedError, Upload } from 'tus-js-client';

/** Where a file goes: begun at `beginning`, or continued at `part`. */
export interface SendTarget {
  beginning: string;
  part: string | null;
  /** Address of a part whose id is known only once it has begun, with the query of `beginning`. */
  partOf(location: string): string;
}

/** What is going on with a file while it is sent. */
export type SendStatus = 'sending' | 'retrying' | 'signed-out' | 'checking';

/** What became of a file. A refusal without sentence has none from the server. */
export type SendOutcome =
  { result: 'taken'; upload: string } | { result: 'refused'; message: string | null } | { result: 'stopped' };

export interface Sending {
  done: Promise<SendOutcome>;
  /** Does not wait any longer for the next attempt. */
  tryNow(): void;
  /** Stops, and has the server forget what it got. */
  cancel(): void;
}

interface SendListener {
  onStatus(status: SendStatus): void;
  onBytes(sent: number): void;
}

/** Delays between attempts; the last one is repeated for as long as it takes. */
const retryDelaysMs = [1000, 2000, 4000, 8000, 15_000, 30_000];
/** A connection over which nothing has gone for so long is taken for dead. */
const stalledMs = 120_000;
const checkingPollMs = 500;

/** How an attempt ended. */
type Attempt = 'sent' | { status: number; message: string | null };
/** No answer at all. */
const lost: Attempt = { status: 0, message: null };

/** The library that speaks the protocol, loaded when it is needed. */
export type TusClient = typeof tusClient;

/**
 * Sends a file in one stream by the tus protocol and waits until the server has made an upload of it.
 * Lost connections, a server that is away and an ended session are waited for, never given up.
 */
export function sendFile(tus: TusClient, file: File, target: SendTarget, { onStatus, onBytes }: SendListener): Sending {
  let part = target.part;
  let isCancelled = false;
  let failures = 0;
  let hasBegunAnew = false;
  /** Ends a pause, and an attempt that runs. */
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

  /** Waits for what may be over by the next attempt; answers what is not. */
  async function waitOut({ status, message }: Exclude<Attempt, 'sent'>): Promise<SendOutcome | null> {
    if (isCancelled) return { result: 'stopped' };
    if (status === 401) await pause('signed-out', null);
    else if (part !== null && (status === 404 || status === 410)) {
      // Nothing of it counts against the user, wherever it may lie.
      forget();
      part = null;
      // Parts that go astray again and again are nothing that another attempt could change.
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
        // Attempts are counted and waited for here, where they can be hurried and stopped.
        retryDelays: null,
        // The server tells which files are unfinished; nothing is left in the browser.
        storeFingerprintForResuming: false,
        onUploadUrlAvailable: () => void (part = target.partOf(upload.url ?? '')),
        onProgress: (sent) => {
          watchOver();
          // The first report tells only where it begins.
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

  /** Asks until it is decided what becomes of the whole file. */
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
        return { result: 'refused', message: answer.error?.message ?? null };
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

  /** What the server keeps is of no more use; if it cannot be told, it forgets by itself after days. */
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
  return { status: response.getStatus(), message: sentenceIn(response.getBody()) };
}

function sentenceIn(body: string): string | null {
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
  error: { message: string } | null;
}

async function askFor(part: string): Promise<PartAnswer | Exclude<Attempt, 'sent'>> {
  try {
    const response = await fetch(part, { headers: { Accept: 'application/json' } });
    if (response.ok) return (await response.json()) as PartAnswer;
    return { status: response.status, message: sentenceIn(await response.text()) };
  } catch {
    return { status: 0, message: null };
  }
}
