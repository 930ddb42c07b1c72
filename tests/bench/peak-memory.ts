import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** Memory of a process over a stretch of time, in bytes of resident set. */
export interface PeakMemory {
  idle: number;
  /** Highest since the watch began, as the kernel has kept it: no peak falls between two samples. */
  peak(): number;
}

/** Starts to watch a process; null where the system keeps no such figures (other than Linux). */
export function watchMemory(pid: number): PeakMemory | null {
  const status = `/proc/${pid}/status`;
  if (!existsSync(status)) return null;
  try {
    // Sets the peak back to what the process has now (man 5 proc).
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
  } catch {
    return null;
  }
  return { idle: readKilobytes(status, 'VmRSS'), peak: () => readKilobytes(status, 'VmHWM') };
}

/** Starts to watch the tables child, the only child of this process that is called so; null as above. */
export function watchTablesChild() {
  try {
    const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ');
    const pid = children.find((each) => readFileSync(`/proc/${each}/cmdline`, 'utf8').includes('/tables/child'));
    return pid ? watchMemory(Number(pid)) : null;
  } catch {
    return null;
  }
}

function readKilobytes(status: string, field: string): number {
  const value = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(readFileSync(status, 'utf8'))?.[1];
  if (value === undefined) throw new Error(`${status} does not tell ${field}.`);
  return Number(value) * 1024;
}
