import { setTimeout as pause } from 'node:timers/promises';

import type { FileStore } from '../context/file-store';
import type { JobQueue } from '../context/job-queue';
import type { Database } from '../store/database';
import type { WrittenObject } from '../store/object-sums';
import type { WorkParts } from './check-parts';
import { KnownObjects } from './known-objects';
import { NotedSums } from './noted-sums';
import { compareDue } from './compare-due';
import type { Replica } from './replica';
import { ReplicaCopies } from './replica-copies';
import { tellOperator } from './tell-operator';

/** Settings of fixity. */
export interface FixitySettings {
  /** Days within which each object is read again; 0: only those are read whose sum is not known. */
  days: number;
  /** Bytes that a server reads in a second, and as many for copies. */
  bytesPerSecond: number;
  /** Who is told of faults; null: only the log tells. */
  tellTo: string | null;
}

interface FixityOptions extends FixitySettings {
  db: Database;
  /** The store itself, which notes no sums. */
  files: FileStore;
  /** Where all objects are copied to; null if there is no such place. */
  replica: Replica | null;
  jobs: JobQueue;
  now: () => Date;
  log: { info(text: string): void; warn(text: string, about?: { error?: unknown }): void };
}

/** Reads objects again in the background. */
export interface Fixity {
  /** Notes the sum of an object that was just written. It is stored with the next round. */
  note(written: WrittenObject): void;
  /** Does everything that is due now. For tests and at the start; otherwise it happens by itself. */
  round(): Promise<void>;
  /** Begins with rounds. */
  start(): void;
  /** Ends the reading of an object; the next server reads it from its beginning. */
  stop(): Promise<void>;
}

const dayMs = 24 * 60 * 60 * 1000;
/** Objects are due within this part of the time, so that some is left for those that wait. */
const dueWithin = 0.9;
/** Days until an object is due if none is compared again, for when that is set later. */
const daysWithout = 365;
/** Pause between rounds. */
const roundMs = 10_000;
/** Time after which another server may take an object, if the claim was not renewed. */
const claimMs = 5 * 60 * 1000;

/**
 * Reads every object again within some days and compares its SHA-256, spread over the time, and copies new ones to the
 * replica. Several servers share the work.
 */
export function createFixity(options: FixityOptions): Fixity {
  const stopping = new AbortController();
  const { signal } = stopping;
  const { steps, sums } = createSteps(options, signal);
  const { look, compare, copy, tell } = steps;
  // A large object keeps its own round only: what was found before is told, and what is new is copied.
  const rounds = [() => look().then(tell), compare, copy];
  let working: Promise<unknown> = Promise.resolve();

  async function attempt(work: () => Promise<void>): Promise<void> {
    await work().catch((error: unknown) => {
      if (signal.aborted) return;
      options.log.warn('Objects could not be compared with their checksums; the next attempt follows.', { error });
    });
  }

  async function repeat(work: () => Promise<void>): Promise<void> {
    while (!signal.aborted) {
      await attempt(work);
      await pause(roundMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  return {
    note: (written) => sums.note(written),
    async round() {
      for (const step of [look, compare, copy, tell]) await step();
    },
    start: () => void (working = attempt(look).then(() => Promise.all(rounds.map(repeat)))),
    async stop() {
      stopping.abort(new Error('The server stops.'));
      await working;
      await sums.store().catch(() => undefined);
    },
  };
}

/** What is done in rounds, and the sums that wait for the next one. */
function createSteps(options: FixityOptions, signal: AbortSignal) {
  const { db, files, replica, now, days, bytesPerSecond, log, tellTo } = options;
  /** At a random time, so that objects which were written together are not read together for ever. */
  const dueAt = (from: number) => () =>
    new Date(now().getTime() + (from + Math.random() * (dueWithin - from)) * (days || daysWithout) * dayMs);
  const nextDue = dueAt(dueWithin / 2);
  const parts: WorkParts = { db, files, now, nextDue, pace: { bytesPerSecond, signal }, log, claimMs };
  const sums = new NotedSums(parts);
  const known = new KnownObjects(parts, replica, dueAt(0));
  const copies = new ReplicaCopies(parts);
  const steps = {
    async look() {
      await sums.store();
      await known.lookWhenDue();
    },
    async compare() {
      if (!known.areKnown) return;
      const copy = known.usableReplica?.files ?? null;
      await compareDue({ ...parts, replica: copy }, { withoutSum: days === 0 });
    },
    async copy() {
      if (known.usableReplica) await copies.makeMissing(known.usableReplica);
    },
    async tell() {
      if (tellTo !== null) await tellOperator(options, tellTo);
    },
  };
  return { steps, sums };
}
