import { type DecisionLetter, DecisionLetterSchema } from '@domain/board/letters';

import { call, segments, type ClientContext } from './transport';

/** A letter with its ETag, for a later save. */
export interface TaggedLetter {
  letter: DecisionLetter;
  tag: string;
}

/** The letter about a decision, for the chair. Throws 404 'not-found' if there is none. */
export async function readLetter(context: ClientContext, id: string): Promise<TaggedLetter> {
  return tagged(await call(context, addressOf(id)));
}

/** Saves the letter if it is still the version with this tag. Throws 412 'saved-elsewhere' and 409 'letter-sent'. */
export async function saveLetter(context: ClientContext, id: string, text: string, tag: string): Promise<TaggedLetter> {
  return tagged(await call(context, addressOf(id), { method: 'PUT', json: { text }, headers: ifMatch(tag) }));
}

/** Sends the letter in the version with this tag. Throws like `saveLetter`. */
export async function sendLetter(context: ClientContext, id: string, tag: string): Promise<TaggedLetter> {
  return tagged(await call(context, `${addressOf(id)}/sending`, { method: 'POST', headers: ifMatch(tag) }));
}

const addressOf = (id: string) => `/editorial${segments(id)}/letter`;

function ifMatch(tag: string): Record<string, string> {
  return tag === '' ? {} : { 'If-Match': tag };
}

async function tagged(response: Response): Promise<TaggedLetter> {
  const tag = response.headers.get('ETag') ?? '';
  return { letter: DecisionLetterSchema.parse(await response.json()), tag };
}
