import type * as tusClient from 'tus-js-client';
import type { DetailedError, Upload } from 'tus-js-client';

import { type Failure, lost, messageIn } from './part-requests';

/** The tus client, loaded on demand. */
export type TusClient = typeof tusClient;

/** How an attempt ended. */
export type Attempt = 'sent' | Failure;

/** A connection without progress for this long is considered dead. */
const stalledMs = 120_000;

interface AttemptTarget {
  /** Address at which a new part is begun. */
  beginning: string;
  /** The part that is continued. */
  part: string | null;
}

interface AttemptListener {
  onPart(location: string): void;
  /** `isMore` unless it is the first report, which only gives the start. */
  onBytes(sent: number, isMore: boolean): void;
}

/** Sends what the server does not have of a file, in one stream, once. */
export function startAttempt(
  tus: TusClient,
  file: File,
  { beginning, part }: AttemptTarget,
  { onPart, onBytes }: AttemptListener,
): { ended: Promise<Attempt>; interrupt(): void } {
  let watch: ReturnType<typeof setTimeout> | undefined;
  let end: (attempt: Attempt) => void = () => undefined;
  const ended = new Promise<Attempt>((resolve) => (end = resolve)).finally(() => clearTimeout(watch));
  let least: number | null = null;
  const upload: Upload = new tus.Upload(file, {
    endpoint: part === null ? beginning : null,
    uploadUrl: part,
    metadata: { filename: file.name, lastModified: String(file.lastModified) },
    // Retries are the caller's, who can trigger them early and stop them.
    retryDelays: null,
    // The server lists unfinished files, so nothing is stored in the browser.
    storeFingerprintForResuming: false,
    onUploadUrlAvailable: () => onPart(upload.url ?? ''),
    onProgress: (sent) => {
      watchOver();
      onBytes(sent, least !== null && sent > least);
      least ??= sent;
    },
    onSuccess: () => end('sent'),
    onError: (error) => end(describeFailure(error)),
  });
  const interrupt = () => void upload.abort().then(() => end(lost));
  const watchOver = () => {
    clearTimeout(watch);
    watch = setTimeout(interrupt, stalledMs);
  };
  watchOver();
  upload.start();
  return { ended, interrupt };
}

function describeFailure(error: Error | DetailedError): Failure {
  const response = 'originalResponse' in error ? error.originalResponse : null;
  // Without its headers, something on the way has answered in place of the server, and a later request may reach that.
  if (!response || response.getStatus() < 400) return lost;
  return { status: response.getStatus(), message: messageIn(response.getBody()) };
}
