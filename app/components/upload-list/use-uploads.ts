import { useRevalidator } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';

import type { ResumableUpload } from '@domain/api/parts';
import type { ReceivedFile } from '@domain/api/uploads';
import type { UploadKind } from '@domain/upload-id';

import { paths } from '~/paths';
import type { TusClient } from './send-attempt';
import { sendFile, type Sending, type SendOutcome, type SendStatus } from './send-file';
import { createTransferRate } from './transfer-rate';

/** A file that script sends. */
export interface SentFile {
  name: string;
  bytes: number;
  /** Bytes sent so far, including those of earlier visits. */
  sent: number;
  /** Null while it is queued. */
  status: SendStatus | SendOutcome['result'] | null;
  secondsLeft: number | null;
}

/** Minimum interval between updates of the figures. */
const showEveryMs = 250;

interface UploadsOptions {
  kind: UploadKind;
  /** Unfinished uploads of earlier visits; null if the repository cannot resume uploads. */
  parts: ResumableUpload[] | null;
  /** Query of every address that changes something. */
  query: string;
  /** Messages for a stop by the user, and for refusals without a message of the server, with and without what was sent. */
  texts: Record<'stopped' | 'unclearKept' | 'unclear', string>;
  /** Called with the id of an unfinished upload that is resumed. */
  onContinue: (part: string) => void;
}

/** Returns the unfinished upload of this file, found by name, size and time of its last change (ms). */
export function partOfFile(parts: ResumableUpload[] | null, kind: UploadKind, file: File): ResumableUpload | null {
  const isSame = (part: ResumableUpload) =>
    part.state === 'receiving' &&
    part.kind === kind &&
    part.name === file.name.normalize('NFC') &&
    part.bytes === file.size &&
    part.lastModified === file.lastModified;
  return parts?.findLast(isSame) ?? null;
}

/**
 * Sends files one after the other with script, resumable after lost connections and in later visits. Goes to the first
 * new upload if all were accepted; otherwise returns the outcome of each.
 */
export function useUploads({ texts, ...options }: UploadsOptions) {
  const [results, setResults] = useState<ReceivedFile[]>([]);
  const [isBusy, setIsBusy] = useState(false);
  const { revalidate } = useRevalidator();
  const { files, sendAll, clear, cancel, tryNow } = useSending(options);

  /** Throws before sending anything if browser or network do not support it. */
  async function send(chosen: File[]): Promise<void> {
    setIsBusy(true);
    const tus = await loadTus();
    setResults([]);
    const outcomes = await sendAll(tus, chosen);
    const received = outcomes.map(({ name, outcome }) => describeOutcome(name, outcome, texts));
    const first = received.find(({ id }) => id !== null);
    // The page changes in a moment. Until then the form stays as it is.
    if (first?.id && received.every(({ error }) => !error)) return location.assign(paths.uploadData(first.id));
    setIsBusy(false);
    clear();
    setResults(received);
    revalidate();
  }

  return { files, results, isBusy, send, cancel, tryNow };
}

/** The files being sent and how far each is. */
function useSending({ kind, parts, query, onContinue }: Omit<UploadsOptions, 'texts'>) {
  const [files, setFiles] = useState<SentFile[]>([]);
  const current = useRef<Sending | null>(null);
  useEffect(() => {
    const tryNow = () => current.current?.tryNow();
    window.addEventListener('online', tryNow);
    return () => window.removeEventListener('online', tryNow);
  }, []);

  async function sendOne(tus: TusClient, file: File, index: number) {
    const change = (changes: Partial<SentFile>) =>
      setFiles((before) => before.map((one, at) => (at === index ? { ...one, ...changes } : one)));
    const part = partOfFile(parts, kind, file);
    if (part) onContinue(part.id);
    current.current = sendFile(tus, file, targetOf(kind, part, query), showProgress(file, change));
    const outcome = await current.current.done;
    current.current = null;
    change({ status: outcome.result });
    return { name: file.name, outcome };
  }

  async function sendAll(tus: TusClient, chosen: File[]) {
    setFiles(chosen.map((file) => queued(file, partOfFile(parts, kind, file))));
    const outcomes: Awaited<ReturnType<typeof sendOne>>[] = [];
    for (const [index, file] of chosen.entries()) outcomes.push(await sendOne(tus, file, index));
    return outcomes;
  }

  return {
    files,
    sendAll,
    clear: () => setFiles([]),
    cancel: () => current.current?.cancel(),
    tryNow: () => current.current?.tryNow(),
  };
}

function queued({ name, size }: File, part: ResumableUpload | null): SentFile {
  return { name, bytes: size, sent: part?.offset ?? 0, status: null, secondsLeft: null };
}

function targetOf(kind: UploadKind, part: ResumableUpload | null, query: string) {
  return {
    beginning: paths.resumable(kind) + query,
    part: part && paths.part(part.id) + query,
    partOf: (location: string) => paths.part(/part\/([^/?]+)/.exec(location)?.[1] ?? '') + query,
  };
}

/** Shows status, bytes and remaining time of a file through `change`. */
function showProgress(file: File, change: (changes: Partial<SentFile>) => void) {
  const rate = createTransferRate();
  let shownAt = 0;
  return {
    onStatus(status: SendStatus) {
      if (status !== 'sending') rate.restart();
      change({ status, secondsLeft: null });
    },
    onBytes(sent: number) {
      const now = performance.now();
      rate.add(sent, now);
      if (now - shownAt < showEveryMs && sent < file.size) return;
      shownAt = now;
      change({ sent, secondsLeft: rate.secondsLeft(file.size) });
    },
  };
}

/** Loads the tus client on demand, because most visits to this page send nothing. */
async function loadTus(): Promise<TusClient> {
  const tus = await import('tus-js-client');
  if (!tus.isSupported) throw new Error('This browser cannot send files in pieces.');
  return tus;
}

/** What became of a file, in words of the server or, where it gave none, of `texts`. */
export function describeOutcome(fileName: string, outcome: SendOutcome, texts: UploadsOptions['texts']): ReceivedFile {
  if (outcome.result === 'taken') return { id: outcome.upload, fileName, tables: [], error: null };
  const refused = (error: ReceivedFile['error']) => ({ id: null, fileName, tables: [], error });
  if (outcome.result === 'stopped') return refused({ code: 'stopped', message: texts.stopped });
  const { message, isKept, identical } = outcome;
  const unclear = isKept ? texts.unclearKept : texts.unclear;
  return refused({ code: 'refused', message: message ?? unclear, upload: identical });
}
