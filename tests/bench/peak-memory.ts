import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** Resident memory of a process over a period of time, in bytes. */
export interface PeakMemory {
  idle: number;
  /** Maximum since the watch began, from the kernel, so that no peak is missed between two samples. */
  peak(): number;
}

/** Starts to watch a process. Returns null if the system does not report these figures (other than Linux). */
export function watchMemory(pid: number): PeakMemory | null {
  const status = `/proc/${pid}/status`;
  if (!existsSync(status)) return null;
  try {
    // Resets the peak to the present value (man 5 proc).
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
  } catch {
    return null;
  }
  return { idle: readKilobytes(status, 'VmRSS'), peak: () => readKilobytes(status, 'VmHWM') };
}

/** Starts to watch the tables child, which is the only child process with this name. Returns null as above. */
export function watchTablesChild() {
  try {
    const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ');
    const pid = children.find((each) => readFileSync(`/proc/${each}/cmdline`, 'utf8').includes('/tables/child'));
    return pid ? watchMemory(Number(pid)) : null;
  } catch {
    return null;
  }
}

/** Resident memory of a process in bytes. Returns null as above. */
export function residentBytes(pid: number): number | null {
  const status = `/proc/${pid}/status`;
  return existsSync(status) ? readKilobytes(status, 'VmRSS') : null;
}

function readKilobytes(status: string, field: string): number {
  const value = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(readFileSync(status, 'utf8'))?.[1];
  if (value === undefined) throw new Error(`${status} does not tell ${field}.`);
  return Number(value) * 1024;
}
