import { Worker } from 'node:worker_threads';

/** Interval of signs of life, and of looks at them. */
const tickMs = 1000;
/** Looks after which an orphan is ended. Shorter than the next process waits for the lock. */
const orphanTicks = 3;

/**
 * A thread of its own, because PGlite runs on the main one: after a full disk it can run there without an end.
 * Ticks are counted instead of time, because the machine may have been suspended.
 */
const thread = `
  const { workerData } = require('node:worker_threads');
  const { signs, parent, silentTicks, orphanTicks, tickMs } = workerData;
  let seen = 0;
  let silent = 0;
  let orphaned = 0;
  setInterval(() => {
    const sign = Atomics.load(signs, 0);
    silent = sign === seen && sign !== 0 ? silent + 1 : 0;
    seen = sign;
    orphaned = process.ppid === parent ? 0 : orphaned + 1;
    if (silent > silentTicks || orphaned >= orphanTicks) process.kill(process.pid, 'SIGKILL');
  }, tickMs);
`;

/**
 * Kills this process a few seconds after its parent is gone if it has not ended until then. From a call of the returned
 * function on, also if its main thread is busy with one statement for `silentMs`; a start may take longer. PostgreSQL's
 * log makes the next start safe.
 */
export function watchChild(silentMs: number): () => void {
  const signs = new Int32Array(new SharedArrayBuffer(4));
  const silentTicks = Math.ceil(silentMs / tickMs);
  const workerData = { signs, parent: process.ppid, silentTicks, orphanTicks, tickMs };
  new Worker(thread, { eval: true, execArgv: [], workerData }).unref();
  return () => {
    Atomics.add(signs, 0, 1);
    setInterval(() => Atomics.add(signs, 0, 1), tickMs / 2).unref();
  };
}
