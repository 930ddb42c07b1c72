import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** How often the kernel's file is read, and how often `ps` is started where there is none. */
const lookMs = { file: 20, ps: 500 };
/** Share of the limit at which a process counts as above it: memory grows between two looks. */
const stopShare = 0.9;
const run = promisify(execFile);

/**
 * Watches the resident memory of a process; `onAbove` is called once, when it is about to pass the limit. Where a
 * system tells nobody, nothing is watched. Answers how to stop watching.
 */
export function watchMemory(pid: number, limitBytes: number, onAbove: () => void): () => void {
  const status = `/proc/${pid}/status`;
  const hasFile = existsSync(status);
  let isLooking = false;
  const timer = setInterval(
    async () => {
      if (isLooking) return;
      isLooking = true;
      const bytes = await (hasFile ? readStatus(status) : askPs(pid)).catch(() => null);
      isLooking = false;
      if (bytes === null || bytes <= limitBytes * stopShare) return;
      clearInterval(timer);
      onAbove();
    },
    hasFile ? lookMs.file : lookMs.ps,
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
