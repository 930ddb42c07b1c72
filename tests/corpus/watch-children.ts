import { existsSync, readFileSync } from 'node:fs';

const lookMs = 20;

/**
 * Watches the memory of this process's children; answers how to stop, which tells the highest resident
 * set that any of them had, in bytes, and its entry. Zero where the system keeps no such figures (other than Linux).
 */
export function watchChildren(): () => { bytes: number; entry: string } {
  const list = `/proc/${process.pid}/task/${process.pid}/children`;
  const peak = { bytes: 0, entry: '' };
  if (!existsSync(list)) return () => peak;
  const timer = setInterval(() => {
    for (const child of readFileSync(list, 'utf8').split(' ')) {
      const bytes = child ? peakOf(child) : 0;
      if (bytes > peak.bytes) Object.assign(peak, { bytes, entry: entryOf(child) });
    }
  }, lookMs);
  return () => {
    clearInterval(timer);
    return peak;
  };
}

function peakOf(pid: string): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
  } catch {
    // It has just ended.
    return 0;
  }
}

function entryOf(pid: string): string {
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return words.find((word) => /child\.[jt]s$/.test(word)) ?? '';
  } catch {
    return '';
  }
}
