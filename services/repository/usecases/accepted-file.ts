import { Refusal } from '@domain/error-codes';
import { fileExtensions } from '@domain/limits';

import type { RepositorySettings } from './context';

const longestName = 200;

/** Name without folders and control characters, not longer than a file system takes, its ending kept. */
export function cleanName(posted: string): string {
  const name = posted
    .normalize('NFC')
    .replace(/^.*[/\\]/, '')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim();
  if (name.length <= longestName) return name;
  const ending = /\.[^.]{1,10}$/.exec(name)?.[0] ?? '';
  return name.slice(0, longestName - ending.length) + ending;
}

/** Refuses a name whose ending is none of ours with 'file-type'. */
export function refuseWrongType(name: string): void {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  if (!(fileExtensions as readonly string[]).includes(extension)) throw new Refusal('file-type', { name });
}

/** The refusal of a file above `maxFileBytes`. */
export function tooLarge(name: string, { maxFileBytes }: RepositorySettings): Refusal {
  return new Refusal('file-too-large', { name, max: maxFileBytes });
}

/** Refuses a file below `minFileBytes` with 'file-too-small'. */
export function refuseTooSmall(name: string, bytes: number, { minFileBytes }: RepositorySettings): void {
  if (bytes < minFileBytes) throw new Refusal('file-too-small', { name, bytes, min: minFileBytes });
}

/** A refusal of one file alone, with what the disk said as its cause; faults of ours go on. */
export function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'ENOSPC' || code === 'EDQUOT') return Object.assign(new Refusal('storage-full'), { cause: error });
  throw error;
}
