import { useRevalidator } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';

import type { ResumableUpload } from '@domain/api/parts';
import type { ReceivedFile } from '@domain/api/uploads';
import type { UploadKind } from '@domain/upload-id';

import { paths } from '~/paths';
import { sendFile, type Sending, type SendOutcome, type SendStatus, type TusClient } from './send-file';
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
  /** Message for a refusal without a server message. */
  stopped: string;
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
export function useUploads({ kind, parts, query, stopped, onContinue }: UploadsOptions) {
  const [files, setFiles] = useState<SentFile[]>([]);
  const [results, setResults] = useState<ReceivedFile[]>([]);
  const [isBusy, setIsBusy] = useState(false);
  const { revalidate } = useRevalidator();
  const current = useRef<Sending | null>(null);

  useEffect(() => {
    const tryNow = () => current.current?.tryNow();
    window.addEventListener('online', tryNow);
    return () => window.removeEventListener('online', tryNow);
  }, []);

  const change = (index: number, changes: Partial<SentFile>) =>
    setFiles((before) => before.map((file, at) => (at === index ? { ...file, ...changes } : file)));

  async function sendOne(file: File, index: number, tus: TusClient) {
    const part = partOfFile(parts, kind, file);
    if (part) onContinue(part.id);
    const rate = createTransferRate();
    let shownAt = 0;
    const sending = sendFile(
      tus,
      file,
      {
        beginning: paths.resumable(kind) + query,
        part: part && paths.part(part.id) + query,
        partOf: (location) => paths.part(/part\/([^/?]+)/.exec(location)?.[1] ?? '') + query,
      },
      {
        onStatus(status) {
          if (status !== 'sending') rate.restart();
          change(index, { status, secondsLeft: null });
        },
        onBytes(sent) {
          const now = performance.now();
          rate.add(sent, now);
          if (now - shownAt < showEveryMs && sent < file.size) return;
          shownAt = now;
          change(index, { sent, secondsLeft: rate.secondsLeft(file.size) });
        },
      },
    );
    current.current = sending;
    const outcome = await sending.done;
    current.current = null;
    change(index, { status: outcome.result });
    return outcome;
  }

  /** Throws before sending anything if browser or network do not support it. */
  async function send(chosen: File[]): Promise<void> {
    setIsBusy(true);
    const tus = await loadTus();
    setResults([]);
    setFiles(
      chosen.map((file) => ({
        name: file.name,
        bytes: file.size,
        sent: partOfFile(parts, kind, file)?.offset ?? 0,
        status: null,
        secondsLeft: null,
      })),
    );
    const received: ReceivedFile[] = [];
    for (const [index, file] of chosen.entries()) {
      received.push(describe(file.name, await sendOne(file, index, tus), stopped));
    }
    const first = received.find(({ id }) => id !== null);
    // The page changes in a moment. Until then the form stays as it is.
    if (first?.id && received.every(({ error }) => !error)) return location.assign(paths.uploadData(first.id));
    setIsBusy(false);
    setFiles([]);
    setResults(received);
    revalidate();
  }

  return {
    files,
    results,
    isBusy,
    send,
    cancel: () => current.current?.cancel(),
    tryNow: () => current.current?.tryNow(),
  };
}

/** Loads the tus client on demand, because most visits to this page send nothing. */
async function loadTus(): Promise<TusClient> {
  const tus = await import('tus-js-client');
  if (!tus.isSupported) throw new Error('This browser cannot send files in pieces.');
  return tus;
}

function describe(fileName: string, outcome: SendOutcome, stopped: string): ReceivedFile {
  if (outcome.result === 'taken') return { id: outcome.upload, fileName, tables: [], error: null };
  const { message, identical } = outcome.result === 'refused' ? outcome : { message: null, identical: undefined };
  const error = { code: outcome.result, message: message ?? stopped, upload: identical };
  return { id: null, fileName, tables: [], error };
}
