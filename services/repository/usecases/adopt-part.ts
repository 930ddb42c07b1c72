import { Refusal } from '@domain/error-codes';

import type { Transaction } from '../store/database';
import { findIdenticalFile } from '../store/files';
import { findPart, movePart, setPartUpload, type StoredPart } from '../store/parts';
import type { RepositoryContext } from './context';
import { identicalRefusal, keepFile } from './keep-file';

/** Somebody else has decided about the part meanwhile. */
class AlreadyDecided extends Error {}

/** Work on parts by id, so that whoever asks for one waits for the work that runs. */
const running = new WeakMap<RepositoryContext['parts'], Map<string, Promise<void>>>();

/**
 * Makes an upload of a part that is whole, or notes why it is refused; does nothing with any other part.
 * It may be asked for as often as one likes, after a crash too: exactly one upload comes of it.
 */
export function adoptPart(repository: RepositoryContext, id: string): Promise<void> {
  const works = running.get(repository.parts) ?? new Map<string, Promise<void>>();
  running.set(repository.parts, works);
  const work = works.get(id) ?? adopt(repository, id).finally(() => works.delete(id));
  works.set(id, work);
  return work;
}

async function adopt(repository: RepositoryContext, id: string): Promise<void> {
  const part = await beginChecking(repository, id);
  if (!part) return;
  const { db, parts, now } = repository;
  try {
    await keepPart(repository, part);
  } catch (error) {
    if (error instanceof AlreadyDecided) return;
    if (!(error instanceof Refusal)) throw error;
    const refusal = { code: error.code, parameters: error.parameters };
    await movePart(db, id, { from: 'checking', to: 'refused', now: now() }, { refusal });
  }
  await parts.remove(id);
}

/** The part, when all of it has arrived and nothing is decided; nothing more is appended to it then. */
async function beginChecking({ db, parts, now }: RepositoryContext, id: string): Promise<StoredPart | null> {
  const lock = await parts.locks.acquire(id);
  try {
    const part = await findPart(db, id);
    if (!part || (part.state !== 'receiving' && part.state !== 'checking')) return null;
    if ((await parts.size(id)) !== part.bytes) return null;
    await movePart(db, id, { from: 'receiving', to: 'checking', now: now() });
    return part;
  } finally {
    lock.release();
  }
}

async function keepPart(repository: RepositoryContext, part: StoredPart): Promise<void> {
  const { db, files, parts, jobs, now, settings } = repository;
  const { id, owner, kind, name, bytes } = part;
  const sha256 = await parts.sha256(id, bytes);
  // A look before the bytes travel to the store; the decision is made when they are there.
  const identical = await findIdenticalFile(db, sha256);
  if (identical) throw identicalRefusal(owner, identical, settings);
  const objectKey = `originals/${id}`;
  await files.writeLocal(objectKey, (path) => parts.copyTo(id, path));
  const claim = async (tx: Transaction) => {
    const isOurs = await movePart(tx, id, { from: 'checking', to: 'taken', now: now() });
    if (!isOurs) throw new AlreadyDecided();
  };
  try {
    const file = { id, name, objectKey, bytes, sha256 };
    const kept = (tx: Transaction, number: number) => setPartUpload(tx, id, number);
    await keepFile(repository, { owner, kind, file }, { claim, kept });
  } catch (error) {
    if (error instanceof Refusal) await files.remove(objectKey);
    throw error;
  }
  jobs.nudge();
}
