import { existsSync, readFileSync } from 'node:fs';

const lookMs = 20;

/**
 * Watches the memory of this process's children; answers how to stop, which tells the highest resident
 * set that any of them had, in bytes. Zero where the system keeps no such figures (other than Linux).
 */
export function watchChildren(): () => number {
  const list = `/proc/${process.pid}/task/${process.pid}/children`;
  if (!existsSync(list)) return () => 0;
  let peak = 0;
  const timer = setInterval(() => {
    for (const child of readFileSync(list, 'utf8').split(' ')) {
      if (child) peak = Math.max(peak, peakOf(child));
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
