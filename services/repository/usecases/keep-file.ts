import { Refusal } from '@domain/error-codes';
import { formatUploadId, type UploadKind } from '@domain/upload-id';

import { localDay } from '../editorial/local-time';
import type { Transaction } from '../store/database';
import { findIdenticalFile, insertUpload, lockContent } from '../store/files';
import type { RepositoryContext } from './context';

/** A file whose bytes lie in the file store, and that no upload refers to yet. */
export interface StagedFile {
  id: string;
  name: string;
  objectKey: string;
  bytes: number;
  sha256: string;
}

interface KeptFile {
  owner: string;
  kind: UploadKind;
  file: StagedFile;
}

/** What else happens in the transaction: before anything is looked at, and once the upload has its number. */
interface Alongside {
  claim(tx: Transaction): Promise<void>;
  kept(tx: Transaction, number: number): Promise<void>;
}

/**
 * Makes an upload of a stored file, to be read by a job; answers its number. Refuses a file that exists
 * already: of the same bytes coming at once, one is kept. The worker is woken by the caller.
 */
export async function keepFile(
  { db, jobs, now, settings }: RepositoryContext,
  { owner, kind, file }: KeptFile,
  alongside?: Alongside,
): Promise<number> {
  return db.transaction(async (tx) => {
    await alongside?.claim(tx);
    await lockContent(tx, file.sha256);
    const identical = await findIdenticalFile(tx, file.sha256);
    if (identical) throw identicalRefusal(owner, identical, settings);
    const added = await insertUpload(tx, { owner, kind, file, now: now() });
    await jobs.enqueue(tx, 'ingest-file', { file: file.id });
    await alongside?.kept(tx, added);
    return added;
  });
}

/** Another user's file is never revealed; the owner's own is named and linked. */
export function identicalRefusal(
  owner: string,
  { file, upload }: NonNullable<Awaited<ReturnType<typeof findIdenticalFile>>>,
  { origin, timeZone }: RepositoryContext['settings'],
): Refusal {
  if (upload.owner !== owner) return new Refusal('file-identical');
  const id = formatUploadId(upload.number, upload.kind);
  const date = localDay(file.receivedAt, timeZone);
  return new Refusal('file-identical-own', { name: file.name, date }, { id, link: `${origin}/file-upload/data/${id}` });
}
