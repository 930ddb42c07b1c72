import { Refusal } from '@domain/error-codes';
import { databaseReserve, largeTextCharacters, scarceBytes } from '@domain/limits';
import { Outage } from '@domain/outage';

import type { RepositoryContext } from '../context/context';
import type { Transaction } from '../store/database';
import { lockAllStorage, lockStorage } from '../store/locks';
import { sumStoredBytes } from '../store/storage';

/** Bytes of all streams between two looks at the free space. */
const lookEveryBytes = 16 * 1024 * 1024;

type Space = Pick<RepositoryContext, 'freeBytes' | 'settings'>;

/** Refuses with 'storage-full' if `bytes` more would leave less free space than the reserve. */
export async function requireFreeSpace({ freeBytes, settings }: Space, bytes = 0): Promise<void> {
  if ((await freeBytes()) - bytes < settings.storage.reserveBytes) throw new Refusal('storage-full');
}

/** Free space at the last look, and what all streams of this process have taken since. */
interface Measured {
  free: number;
  taken: number;
  /** The look that is going on. */
  looking: Promise<void> | null;
}
const measured = new WeakMap<Space['freeBytes'], Measured>();

/**
 * Returns the function to call with the size of each chunk of a stream before it is written, which refuses like
 * `requireFreeSpace`. Streams that arrive at once are added up. It returns null if it does not look, because a promise
 * for each chunk would take time.
 */
export function watchFreeSpace(space: Space): (bytes: number) => Promise<void> | null {
  const shared = measured.get(space.freeBytes) ?? { free: 0, taken: 0, looking: null };
  measured.set(space.freeBytes, shared);
  let isFirst = true;
  return (bytes) => {
    shared.taken += bytes;
    const isRoomy = shared.free - shared.taken >= space.settings.storage.reserveBytes;
    if (isRoomy && !isFirst && shared.taken < lookEveryBytes) return null;
    isFirst = false;
    shared.looking ??= look(space, shared).finally(() => (shared.looking = null));
    return shared.looking;
  };
}

async function look(space: Space, shared: Measured): Promise<void> {
  const { taken } = shared;
  shared.free = await space.freeBytes();
  shared.taken -= taken;
  if (shared.free < space.settings.storage.reserveBytes) throw new Refusal('storage-full');
}

/** What one request may still store for a user. It is disposed of as soon as its files are kept or refused. */
export interface Room extends Disposable {
  /**
   * Refuses the next `bytes` of a file like `requireRoom`, or with 'storage-full'. `arrived` have come of it by now,
   * these among them.
   */
  take(name: string, bytes: number, arrived: number): Promise<void> | null;
  /** Makes room again for bytes of a file that was not kept. */
  giveBack(bytes: number): void;
}

/** For whose account something is stored, and who stores it. */
interface Account {
  owner: string;
  by: string;
}

/** Requests of this process that store something for an account, or for all accounts. */
interface Arrivals {
  rooms: number;
  /** Bytes that have arrived and are not kept yet. */
  bytes: number;
  /** Bytes of requests that have ended since the oldest of the present ones began. */
  ended: number;
}
const arrivals = new WeakMap<RepositoryContext['db'], Map<string | null, Arrivals>>();

/** Counts a request for an account, or for all accounts if `owner` is null. */
function arriveFor(db: RepositoryContext['db'], owner: string | null) {
  const byOwner = arrivals.get(db) ?? new Map<string | null, Arrivals>();
  arrivals.set(db, byOwner);
  const own = byOwner.get(owner) ?? { rooms: 0, bytes: 0, ended: 0 };
  byOwner.set(owner, own);
  own.rooms += 1;
  const { ended } = own;
  return {
    add: (bytes: number) => void (own.bytes += bytes),
    /** Bytes on top of those that were stored when this request began. */
    bytes: () => own.bytes + own.ended - ended,
    end(bytes: number) {
      own.bytes -= bytes;
      own.ended += bytes;
      own.rooms -= 1;
      if (own.rooms === 0) byOwner.delete(owner);
    },
  };
}

/**
 * The room of a user, measured now, for one request together with all others that arrive in this process. `replaced`
 * bytes of what is stored may be replaced. The transaction that keeps a file measures it again (`requireRoom`).
 */
export async function openRoom(
  repository: RepositoryContext,
  account: Account,
  { replaced = 0 }: { replaced?: number } = {},
): Promise<Room> {
  const { db, settings } = repository;
  const { accountBytes, totalBytes } = settings.storage;
  const usedBytes = (await sumStoredBytes(db, account.owner)) - replaced;
  const leftBytes = totalBytes === null ? Infinity : totalBytes - (await sumStoredBytes(db, null)) + replaced;
  const [own, all] = [arriveFor(db, account.owner), arriveFor(db, null)];
  const watch = watchFreeSpace(repository);
  let taken = 0;
  const add = (bytes: number) => {
    taken += bytes;
    own.add(bytes);
    all.add(bytes);
  };
  return {
    take(name, bytes, arrived) {
      add(bytes);
      const used = usedBytes + own.bytes();
      if (used > accountBytes) throw accountFull(repository, account, name, used - arrived);
      if (all.bytes() > leftBytes) throw new Refusal('storage-full');
      return watch(bytes);
    },
    giveBack: (bytes) => add(-bytes),
    [Symbol.dispose]() {
      own.end(taken);
      all.end(taken);
    },
  };
}

/** Makes others that store something for a user wait until the transaction ends, as `requireRoom` does. */
export async function lockRoom(
  tx: Transaction,
  { settings }: Pick<RepositoryContext, 'settings'>,
  owner: string,
): Promise<void> {
  await lockStorage(tx, owner);
  if (settings.storage.totalBytes !== null) await lockAllStorage(tx);
}

/**
 * Refuses if files of a user do not fit into their account: with 'account-storage-full', or 'owner-storage-full' if
 * somebody else stores them. Refuses with 'storage-full' if they do not fit into what all accounts may store together.
 * Others that store something wait until the transaction ends.
 */
export async function requireRoom(
  tx: Transaction,
  repository: Pick<RepositoryContext, 'settings'>,
  { name, bytes, ...account }: Account & { name: string; bytes: number },
): Promise<void> {
  const { accountBytes, totalBytes } = repository.settings.storage;
  await lockRoom(tx, repository, account.owner);
  const usedBytes = await sumStoredBytes(tx, account.owner);
  if (usedBytes + bytes > accountBytes) throw accountFull(repository, account, name, usedBytes);
  if (totalBytes !== null && (await sumStoredBytes(tx, null)) + bytes > totalBytes) throw new Refusal('storage-full');
}

/** How full an account is stays with whom it belongs to. */
function accountFull(
  { settings }: Pick<RepositoryContext, 'settings'>,
  { owner, by }: Account,
  name: string,
  used: number,
): Refusal {
  if (owner !== by) return new Refusal('owner-storage-full', { name });
  return new Refusal('account-storage-full', { name, used, limit: settings.storage.accountBytes });
}

/** Whether nobody can upload: all accounts together have used what there is, or less than the reserve is free. */
export async function isServerFull({ db, ...space }: Space & Pick<RepositoryContext, 'db'>): Promise<boolean> {
  const { totalBytes, reserveBytes } = space.settings.storage;
  if ((await space.freeBytes()) < reserveBytes) return true;
  return totalBytes !== null && (await sumStoredBytes(db, null)) >= totalBytes;
}

/** Interval of looks at the free space while something is made. */
const lookEveryMs = 1000;

/** Characters of a text, and of the text in its place. */
export interface TextSize {
  characters: number;
  replaced: number;
}

/**
 * Refuses a text for the database with 'storage-full': one that is longer than the text in its place if half of the
 * reserve is used, and a large one if space is scarce.
 */
export async function requireSpaceForText(
  { freeBytes, settings }: Space,
  { characters, replaced }: TextSize,
): Promise<void> {
  const free = await freeBytes();
  if (free >= databaseReserve(settings.storage.reserveBytes)) return;
  const isTooLarge = free < scarceBytes && characters > largeTextCharacters;
  if (characters > replaced || isTooLarge) throw new Refusal('storage-full');
}

/** Whether there is space for what is made from stored files. It leaves the other half of the reserve to the database. */
export async function hasSpaceToMake({ freeBytes, settings }: Space): Promise<boolean> {
  return (await freeBytes()) >= databaseReserve(settings.storage.reserveBytes);
}

/**
 * Runs work that writes large files, and aborts its signal when half of the reserve is used. Throws an Outage then, so
 * that its job is tried again later.
 */
export async function whileSpace<T>(
  space: Space,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const full = new Outage('Less than half of the reserve of disk space is free.');
  if (!(await hasSpaceToMake(space))) throw full;
  const abort = new AbortController();
  const look = async () => (await hasSpaceToMake(space)) || abort.abort(full);
  const timer = setInterval(() => void look().catch(() => undefined), lookEveryMs);
  try {
    return await work(AbortSignal.any([signal, abort.signal]));
  } catch (error) {
    throw abort.signal.aborted && !signal.aborted ? full : error;
  } finally {
    clearInterval(timer);
  }
}
