import { type ChildProcess, execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { promisify } from 'node:util';

import { Outage } from '@domain/outage';

import { childEntry, startChild } from '../../../processes/spawn-child';
import { FileFailure } from '../file-failure';
import type { ParsedFile, ParserReport, ParserRequest } from './protocol';

const bytesPer100Mb = 100 * 1024 ** 2;

/**
 * Reads an Excel or SPSS file in a child process with limits of time and memory, and returns its tables,
 * written to `request.folder`. Throws FileFailure if the file crashes the reader or exceeds the limits, and
 * Outage if a retry may help. `entry` is for tests.
 */
export async function parseInChild(
  request: ParserRequest,
  signal: AbortSignal,
  entry = childEntry(import.meta.url, 'child.ts', 'parser-child.js'),
): Promise<ParsedFile> {
  const { limits } = request;
  const { size } = await stat(request.file);
  signal.throwIfAborted();
  const bySize = Math.ceil((size / bytesPer100Mb) * limits.millisecondsPer100Mb);
  const timeMs = Math.max(limits.minMilliseconds, bySize);
  const child = startChild(entry, { args: [JSON.stringify(request)], quiet: true });
  return result(child, { timeMs, memoryBytes: limits.memoryBytes }, signal);
}

async function result(
  child: ChildProcess,
  { timeMs, memoryBytes }: { timeMs: number; memoryBytes: number },
  signal: AbortSignal,
): Promise<ParsedFile> {
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  const cleanups: (() => void)[] = [];
  try {
    return await new Promise<ParsedFile>((resolve, reject) => {
      child.once('message', (report: ParserReport) => {
        if (report.state === 'read') resolve(report);
        else if (report.state === 'refused') reject(new FileFailure(report.code, report.parameters));
        else reject(failedChild(report));
      });
      child.once('exit', (_, cause) => reject(failureOfExit(cause)));
      child.once('error', (error) => reject(failedChild(error)));
      const tooLong = new FileFailure('takes-too-long', { seconds: Math.round(timeMs / 1000) });
      const timer = setTimeout(() => reject(tooLong), timeMs);
      const tooLarge = new FileFailure('too-large-to-read');
      const stopWatching = watchMemory(child.pid ?? 0, memoryBytes, () => reject(tooLarge));
      const abort = () => reject(signal.reason as Error);
      signal.addEventListener('abort', abort);
      cleanups.push(
        () => clearTimeout(timer),
        stopWatching,
        () => signal.removeEventListener('abort', abort),
      );
    });
  } finally {
    for (const cleanup of cleanups) cleanup();
    // Its folder must not be removed while it still writes.
    child.kill('SIGKILL');
    await exited;
  }
}

function failedChild({ message }: { message: string }): Outage {
  return new Outage(`The parser child failed: ${message}`);
}

/** A kill from outside is an outage. V8 aborts when its heap is full. Other endings are due to the file. */
function failureOfExit(signal: NodeJS.Signals | null): Error {
  if (signal === 'SIGKILL' || signal === 'SIGTERM' || signal === 'SIGINT') {
    return new Outage(`The parser child was ended with ${signal}.`);
  }
  return new FileFailure(signal === 'SIGABRT' ? 'too-large-to-read' : 'damaged');
}

/** Polling interval of the status file, and of `ps` where that file does not exist. */
const pollMs = { file: 20, ps: 500 };
/** Share of the limit at which a process is stopped, because its memory grows between two polls. */
const stopShare = 0.9;
const run = promisify(execFile);

/**
 * Watches the resident memory of a process and calls `onAbove` once when it is about to exceed the limit. Does
 * nothing on systems that do not report it. Returns a function that stops watching.
 */
function watchMemory(pid: number, limitBytes: number, onAbove: () => void): () => void {
  const status = `/proc/${pid}/status`;
  const hasFile = existsSync(status);
  let isPolling = false;
  const timer = setInterval(
    async () => {
      if (isPolling) return;
      isPolling = true;
      const bytes = await (hasFile ? readStatus(status) : askPs(pid)).catch(() => null);
      isPolling = false;
      if (bytes === null || bytes <= limitBytes * stopShare) return;
      clearInterval(timer);
      onAbove();
    },
    hasFile ? pollMs.file : pollMs.ps,
  );
  return () => clearInterval(timer);
}

async function readStatus(status: string): Promise<number> {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(await readFile(status, 'utf8'))?.[1];
  return Number(kilobytes ?? 0) * 1024;
}

async function askPs(pid: number): Promise<number> {
  const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(pid)]);
  return Number(stdout.trim()) * 1024;
}
