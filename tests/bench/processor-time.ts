import { readFileSync } from 'node:fs';

/** Processor time so far, in milliseconds and in steps of 10 (man 5 proc). */
export interface ProcessorTime {
  /** Of the process itself. */
  own: number;
  /** Of its children, also of those that have ended. */
  children: number;
}

/** Processor time of a process and of its children. Throws if the system does not report it (other than Linux). */
export function readProcessorTime(pid: number): ProcessorTime {
  const [, own, ended] = readStat(pid);
  const running = childrenOf(pid).map((child) => {
    const time = readProcessorTime(child);
    return time.own + time.children;
  });
  return { own, children: running.reduce((sum, ms) => sum + ms, ended) };
}

/** Processor time of a process alone. Throws like `readProcessorTime`. */
export function readOwnTime(pid: number): number {
  return readStat(pid)[1];
}

/** The process that started this one. */
export function parentOf(pid: number): number {
  return readStat(pid)[0];
}

function readStat(pid: number): [parent: number, own: number, endedChildren: number] {
  const fields = (readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1) ?? '').split(' ').map(Number);
  const at = (field: number) => fields[field - 3] ?? NaN;
  return [at(4), (at(14) + at(15)) * 10, (at(16) + at(17)) * 10];
}

function childrenOf(pid: number): number[] {
  const listed = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return listed === '' ? [] : listed.split(' ').map(Number);
}
