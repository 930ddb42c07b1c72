import type { ChildProcess } from 'node:child_process';
import { stat } from 'node:fs/promises';

import { Outage } from '@domain/outage';

import { childEntry, startChild } from '../../../processes/spawn-child';
import { FileFailure } from '../file-failure';
import type { ParsedFile, ParserReport, ParserRequest } from './protocol';
import { watchMemory } from './watch-memory';

const bytesPer100Mb = 100 * 1024 ** 2;

/** How a child ended: with its report, by us, or in some other way. */
type Ending =
  | ParserReport
  | { state: 'stopped'; failure: FileFailure }
  | { state: 'aborted' }
  | { state: 'exited'; code: number | null; signal: NodeJS.Signals | null };

/**
 * Reads a file of Excel or SPSS in a process of its own, with limits of time and memory, and answers its
 * tables, written into `request.folder`. Throws FileFailure when the file is at fault: it breaks the
 * reader, or takes more than the limits; an Outage when trying again may help. `entry` is for tests.
 */
export async function parseInChild(
  request: ParserRequest,
  signal: AbortSignal,
  entry = childEntry(import.meta.url, 'child.ts', 'parser-child.js'),
): Promise<ParsedFile> {
  signal.throwIfAborted();
  const { limits } = request;
  const { size } = await stat(request.file);
  const bySize = Math.ceil((size / bytesPer100Mb) * limits.millisecondsPer100Mb);
  const timeMs = Math.max(limits.leastMilliseconds, bySize);
  const child = startChild(entry, { args: [JSON.stringify(request)], quiet: true });
  const ending = await watch(child, { timeMs, memoryBytes: limits.memoryBytes }, signal);
  return parsedFile(ending, signal);
}

async function watch(
  child: ChildProcess,
  { timeMs, memoryBytes }: { timeMs: number; memoryBytes: number },
  signal: AbortSignal,
): Promise<Ending> {
  const exited = new Promise<Ending>((resolve) => {
    child.once('exit', (code, cause) => resolve({ state: 'exited', code, signal: cause }));
    child.once('error', (error) => resolve({ state: 'failed', message: error.message }));
  });
  const cleanups: (() => void)[] = [];
  try {
    return await new Promise<Ending>((resolve) => {
      const stop = (failure: FileFailure) => resolve({ state: 'stopped', failure });
      child.once('message', (report: ParserReport) => resolve(report));
      const seconds = Math.round(timeMs / 1000);
      const timer = setTimeout(() => stop(new FileFailure('takes-too-long', { seconds })), timeMs);
      const tooLarge = () => stop(new FileFailure('too-large-to-read'));
      const stopWatching = watchMemory(child.pid ?? 0, memoryBytes, tooLarge);
      const abort = () => resolve({ state: 'aborted' });
      signal.addEventListener('abort', abort);
      cleanups.push(
        () => clearTimeout(timer),
        stopWatching,
        () => signal.removeEventListener('abort', abort),
      );
      void exited.then(resolve);
    });
  } finally {
    for (const cleanup of cleanups) cleanup();
    // Its folder may be removed only when it no longer writes.
    child.kill('SIGKILL');
    await exited;
  }
}

function parsedFile(ending: Ending, signal: AbortSignal): ParsedFile {
  switch (ending.state) {
    case 'read':
      return ending;
    case 'refused':
      throw new FileFailure(ending.code, ending.parameters);
    case 'stopped':
      throw ending.failure;
    case 'aborted':
      throw signal.reason;
    case 'failed':
      throw new Outage(`The parser child failed: ${ending.message}`);
    case 'exited':
      throw failureOfExit(ending);
  }
}

/** Killed from outside, it may be tried again; V8 aborts when its heap is full; all else breaks the reader. */
function failureOfExit({ signal }: Extract<Ending, { state: 'exited' }>): Error {
  if (signal === 'SIGKILL' || signal === 'SIGTERM' || signal === 'SIGINT') {
    return new Outage(`The parser child was ended with ${signal}.`);
  }
  return new FileFailure(signal === 'SIGABRT' ? 'too-large-to-read' : 'damaged');
}
