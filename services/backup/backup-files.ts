import { existsSync } from 'node:fs';
import path from 'node:path';

import { OperatorError } from '@domain/operator-error';

import { makeFolder } from '../configuration/folders';
import { objectStoreSetting } from '../configuration/object-store';
import type { FileStore } from '../repository/context/file-store';
import { createDiskFileStore } from '../repository/files/disk-file-store';
import { openBucket } from '../repository/files/s3-bucket';
import { createS3FileStore } from '../repository/files/s3-file-store';

/** What backups need of a file store. A write becomes visible when it is complete and durable. */
export type BackupFiles = Pick<FileStore, 'put' | 'read' | 'size' | 'remove' | 'list' | 'withScratchFile'>;

/** An address of any kind. A single letter may be the drive of a folder. */
const scheme = /^[a-z][a-z0-9+.-]+:/i;

interface OpenOptions {
  /** Whether backups are read: then a folder that does not exist is an error. */
  mustExist: boolean;
  /** Local folder for temporary files, if the backups are in a bucket. */
  scratchFolder: string;
  /** Size of the largest object that can be stored. */
  largestBytes: number;
}

/**
 * Opens the place of backups: a folder, or `s3://bucket/prefix?endpoint=…&region=…`. Throws OperatorError if the
 * address is not valid, the bucket cannot be used or a folder that has to exist does not.
 */
export async function openBackupFiles(address: string, options: OpenOptions): Promise<BackupFiles> {
  if (address.startsWith('s3:')) return openInBucket(address, options);
  if (scheme.test(address)) {
    throw new OperatorError(
      `Address of the backup: ${describePlace(address)} is neither a folder nor a bucket, which begins with s3://.`,
    );
  }
  const folder = path.resolve(address);
  if (options.mustExist && !existsSync(folder)) throw new OperatorError(`There is no folder ${folder}.`);
  try {
    if (!options.mustExist) makeFolder(folder);
    const files = await createDiskFileStore(folder, { isReadOnly: options.mustExist });
    return sayingWhy(files, { place: folder, scratchFolder: folder });
  } catch (error) {
    throw notWritten(error, folder);
  }
}

/** Why a place takes no more. Other errors may be those of what is read. */
const writeErrors: Readonly<Record<string, string>> = {
  ENOSPC: 'its disk is full',
  EDQUOT: 'its disk is full for this user',
  EROFS: 'it cannot be written to',
};
/** Why a file does not get its name: something else has it, or that of its folder. */
const nameErrors: Readonly<Record<string, string>> = {
  EISDIR: 'a folder is in its place',
  EEXIST: 'a file is in its place',
  ENOTDIR: 'a file is in the place of its folder',
};

/** The same files, which throw OperatorError with the place or the local folder for temporary files that takes no more. */
export function sayingWhy(
  files: FileStore,
  { place, scratchFolder }: { place: string; scratchFolder: string },
): FileStore {
  const orSay = async <T>(work: Promise<T>, at: string): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      const failed = error as NodeJS.ErrnoException & { dest?: string };
      const { code = '', syscall = '', path: file = at, dest = file } = failed;
      if (syscall === 'rename' || syscall === 'mkdir') throw notWritten(error, dest);
      throw code in writeErrors ? notWritten(error, at) : error;
    }
  };
  return {
    ...files,
    put: (key, source) => orSay(files.put(key, source), place),
    withScratchFile: (use) => orSay(files.withScratchFile(use), scratchFolder),
  };
}

function notWritten(error: unknown, place: string): OperatorError {
  const { code = '', message } = error as NodeJS.ErrnoException;
  const reason = writeErrors[code] ?? nameErrors[code];
  return new OperatorError(`Nothing can be written to ${place}: ${reason ?? (code || message)}.`);
}

/** Where backups lie, for the operator: the whole path of a folder, or a bucket with its prefix. */
export function describePlace(address: string): string {
  return scheme.test(address) ? (address.split('?')[0] ?? address) : path.resolve(address);
}

async function openInBucket(address: string, { scratchFolder, largestBytes }: OpenOptions): Promise<BackupFiles> {
  const url = URL.canParse(address) ? new URL(address) : null;
  const prefix = url?.pathname.replace(/^\/+|\/+$/g, '') ?? '';
  if (url) url.pathname = '';
  const parsed = objectStoreSetting.safeParse(url?.href ?? address);
  const error = parsed.error?.issues[0]?.message;
  if (error !== undefined || !parsed.data) throw new OperatorError(`Address of the backup: ${error}.`);
  // Nothing is read by path, so the cache holds only temporary files.
  const cache = { folder: scratchFolder, maxBytes: 0 };
  const files = await createS3FileStore(await openBucket(parsed.data, 'the command line'), { cache, largestBytes });
  return prefix === '' ? files : below(files, `${prefix}/`);
}

/** The objects whose keys begin with `prefix`, without it. */
function below(files: FileStore, prefix: string): BackupFiles {
  return {
    put: (key, source) => files.put(prefix + key, source),
    read: (key, range) => files.read(prefix + key, range),
    size: (key) => files.size(prefix + key),
    remove: (key) => files.remove(prefix + key),
    async *list(start) {
      for await (const object of files.list(prefix + start)) yield { ...object, key: object.key.slice(prefix.length) };
    },
    withScratchFile: (use) => files.withScratchFile(use),
  };
}
