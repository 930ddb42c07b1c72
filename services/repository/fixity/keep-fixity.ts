import { setTimeout as pause } from 'node:timers/promises';

import type { FileStore } from '../context/file-store';
import { removeObjects } from '../context/file-store';
import type { JobQueue } from '../context/job-queue';
import type { Database } from '../store/database';
import { listNamedObjects, listNeededKeys } from '../store/object-keys';
import {
  addObjects,
  claimDue,
  claimNotReplicated,
  type ClaimedObject,
  forgetObjects,
  listKnownKeys,
  storeSums,
  updateObject,
  type WrittenObject,
} from '../store/object-sums';
import { type CheckedFault, checkObject } from './check-object';
import type { CheckParts } from './check-parts';
import { ForeignReplica, isReplicaThere, type Replica, replicate } from './replica';
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
/** Time after which a round begins no other object. */
const workMs = 60_000;
/** Pause between rounds. */
const roundMs = 10_000;
/** Time between two looks at all objects that rows refer to. */
const lookMs = 10 * 60 * 1000;
/** Time after which another server may take an object, if the claim was not renewed. */
const claimMs = 5 * 60 * 1000;
/** Age of a sum from which its object is an orphan if no row refers to it: a job writes objects before their rows. */
const orphanMs = dayMs;

/**
 * Reads every object again within some days and compares its SHA-256, spread over the time, and copies new ones to the
 * replica. Several servers share the work.
 */
export function createFixity(options: FixityOptions): Fixity {
  const { db, files, replica, now, days, bytesPerSecond, log } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const pace = { bytesPerSecond, signal };
  let noted: WrittenObject[] = [];
  let lookedAt = 0;
  let isReplicaUsable = false;
  let noCopiesUntil = 0;
  let working: Promise<unknown> = Promise.resolve();
  /** At a random time, so that objects which were written together are not read together for ever. */
  const dueAt = (from: number) => () =>
    new Date(now().getTime() + (from + Math.random() * (dueWithin - from)) * (days || daysWithout) * dayMs);
  const nextDue = dueAt(dueWithin / 2);

  async function look(): Promise<void> {
    const named = await listNamedObjects(db, { keptToo: true });
    await addObjects(db, named, now(), dueAt(0));
    const isNamed = new Set(named.map(({ key }) => key));
    const known = await listKnownKeys(db, new Date(now().getTime() - orphanMs));
    const surplus = known.filter((key) => !isNamed.has(key));
    // A row may have been added since they were listed.
    const needed = await listNeededKeys(db, surplus);
    const orphans = surplus.filter((key) => !needed.has(key));
    isReplicaUsable = replica !== null && (await isReplicaUsableNow(replica));
    if (replica && isReplicaUsable) await removeObjects(replica.files, orphans);
    await forgetObjects(db, orphans);
  }

  /** Objects are read whether or not the replica can be used. */
  async function isReplicaUsableNow(known: Replica): Promise<boolean> {
    try {
      const isThere = await isReplicaThere(db, known);
      if (!isThere) log.warn('The replica is away: it does not have its mark.');
      return isThere;
    } catch (error) {
      if (error instanceof ForeignReplica) throw error;
      log.warn('The replica is away.', { error });
      return false;
    }
  }

  async function storeNoted(): Promise<void> {
    const written = new Map(noted.map((each) => [each.key, each]));
    const batch = noted;
    noted = [];
    await storeSums(db, [...written.values()], now(), nextDue).catch((error: unknown) => {
      noted = [...batch, ...noted];
      throw error;
    });
  }

  /** Works on one object after the other, for a while. One that fails is tried again when its claim ends. */
  async function workOff(
    claim: () => Promise<ClaimedObject | null>,
    work: (object: ClaimedObject) => Promise<void>,
    onFailure: (object: ClaimedObject, error: unknown) => void,
  ): Promise<void> {
    const end = performance.now() + workMs;
    while (!signal.aborted && performance.now() < end) {
      const object = await claim();
      if (!object) return;
      await work(object).catch(async (error: unknown) => {
        if (signal.aborted) await updateObject(db, object.key, { claimedUntil: null });
        else onFailure(object, error);
      });
    }
  }

  const until = () => new Date(now().getTime() + claimMs);
  const partsNow = (): CheckParts => {
    const copies = isReplicaUsable && replica ? replica.files : null;
    return { db, files, replica: copies, now, nextDue, pace, log, claimMs };
  };

  async function compare(): Promise<void> {
    // Whether the replica can be used is known then.
    if (lookedAt === 0) return;
    await workOff(
      () => claimDue(db, now(), until(), { withoutSum: days === 0 }),
      async (object) => logFault(log, await checkObject(partsNow(), object)),
      ({ key }, error) =>
        log.warn(`The object ${key} could not be read for its checksum; it is tried again.`, { error }),
    );
  }

  async function copyNew(): Promise<void> {
    if (!replica || !isReplicaUsable) return;
    await workOff(
      async () => (now().getTime() < noCopiesUntil ? null : claimNotReplicated(db, now(), until())),
      (object) => replicate(partsNow(), replica, object),
      ({ key }, error) => {
        if (isFull(error)) noCopiesUntil = now().getTime() + lookMs;
        log.warn(`The object ${key} could not be copied to the replica; it is tried again.`, { error });
      },
    );
  }

  async function lookWhenDue(): Promise<void> {
    await storeNoted();
    if (now().getTime() - lookedAt < lookMs) return;
    await look();
    lookedAt = now().getTime();
  }

  async function tell(): Promise<void> {
    if (options.tellTo !== null) await tellOperator(options, options.tellTo);
  }

  async function attempt(work: () => Promise<void>): Promise<void> {
    await work().catch((error: unknown) => {
      if (!signal.aborted)
        log.warn('Objects could not be compared with their checksums; the next attempt follows.', { error });
    });
  }

  async function repeat(work: () => Promise<void>): Promise<void> {
    while (!signal.aborted) {
      await attempt(work);
      await pause(roundMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  // A large object keeps its own round only: what was found before is told, and what is new is copied.
  const rounds = [
    async () => {
      await lookWhenDue();
      await tell();
    },
    compare,
    copyNew,
  ];

  return {
    note: (written) => void noted.push(written),
    async round() {
      for (const part of [lookWhenDue, compare, copyNew, tell]) await part();
    },
    start: () => void (working = attempt(lookWhenDue).then(() => Promise.all(rounds.map(repeat)))),
    async stop() {
      stopping.abort(new Error('The server stops.'));
      await working;
      await storeNoted().catch(() => undefined);
    },
  };
}

/** Whether the disk of the replica takes nothing more. */
function isFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '');
}

function logFault(log: FixityOptions['log'], found: CheckedFault | null): void {
  if (!found) return;
  const { key, fault, isMended } = found;
  if (key.startsWith('kept/')) log.warn(`The kept file ${key} was ${fault}. It was removed and is made again.`);
  else log.warn(`The object ${key} was ${fault}${isMended ? ' and is right again' : ''}.`);
}
