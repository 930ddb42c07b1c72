import type { FileState } from './api/uploads';

/** Whether a file is waiting to be read or is being read, for the first time or again. */
export function isBeingRead(state: FileState): boolean {
  return state === 'received' || state === 'reading';
}

/** Why a file was not read that may be in order, so that reading it again may help. */
export const failuresOfOurs: readonly string[] = ['reading-error', 'reading-away', 'original-missing'];
