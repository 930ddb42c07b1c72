import type { FileState } from './api/uploads';

/** Whether a file waits to be read or is just being read, for the first time or anew. */
export function isBeingRead(state: FileState): boolean {
  return state === 'received' || state === 'reading';
}
