import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const lookMs = 20;

/**
 * Watches the memory of a process's children. Returns a function that stops it and returns the highest resident set of
 * each entry in bytes, keyed by its folder and name; empty if the system does not report these figures (other than
 * Linux).
 */
export function watchChildren(pid = process.pid): () => Map<string, number> {
  const list = `/proc/${pid}/task/${pid}/children`;
  const peaks = new Map<string, number>();
  if (!existsSync(list)) return () => peaks;
  const timer = setInterval(() => {
    for (const child of readFileSync(list, 'utf8').split(' ')) {
      const entry = child ? entryOf(child) : '';
      if (entry) peaks.set(entry, Math.max(peaks.get(entry) ?? 0, peakOf(child)));
    }
  }, lookMs);
  return () => {
    clearInterval(timer);
    return peaks;
  };
}

function peakOf(pid: string): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
  } catch {
    // The process has just ended.
    return 0;
  }
}

function entryOf(pid: string): string {
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    const entry = words.find((word) => /child\.[jt]s$/.test(word)) ?? '';
    return entry && path.join(path.basename(path.dirname(entry)), path.basename(entry));
  } catch {
    return '';
  }
}
