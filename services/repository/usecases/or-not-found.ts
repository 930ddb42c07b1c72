import { Refusal } from '@domain/error-codes';

import { ObjectNotFound } from '../files/file-store';

/** What an object holds; 'not-found' where its upload was deleted between two looks. */
export async function orNotFound<T>(found: Promise<T>): Promise<T> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof ObjectNotFound) throw new Refusal('not-found');
    throw error;
  }
}
