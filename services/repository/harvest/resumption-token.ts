import { z } from 'zod';

import { maxDataSetNr } from '@domain/limits';
import { isSignatureOf, signatureOf } from '@domain/secrets';

import { HarvestError } from './harvest-error';
import { harvestPrefixes, type ListedRecords } from './read-request';

/** A list, and where it goes on. */
export interface Position extends ListedRecords {
  /** The last record that was sent. */
  after: { ms: number; nr: number };
  /** Number of records that were sent. */
  sent: number;
}

const time = z.number().int();

const PositionSchema = z.object({
  verb: z.enum(['ListIdentifiers', 'ListRecords']),
  prefix: z.enum(harvestPrefixes),
  set: z.string().nullable(),
  fromMs: time.nullable(),
  beforeMs: time.nullable(),
  after: z.object({ ms: time, nr: z.number().int().positive().max(maxDataSetNr) }),
  sent: z.number().int().nonnegative(),
});

/** Longest token that is read. Ours have at most some 400 characters, and sets are not longer than addresses. */
const maxCharacters = 32_768;

/** A token that holds the position itself, so that it is valid on every server and at any time. */
export function writeToken(position: Position, key: string): string {
  const content = Buffer.from(JSON.stringify(position)).toString('base64url');
  return `${content}.${signatureOf(content, key)}`;
}

/** The position of a token. Throws HarvestError 'badResumptionToken' if this repository did not write it for the verb. */
export function readToken(token: string, verb: ListedRecords['verb'], key: string): Position {
  const [content = '', signature = '', ...more] = token.length <= maxCharacters ? token.split('.') : [];
  const isOurs = more.length === 0 && isSignatureOf(signature, content, [key]);
  const position = isOurs ? PositionSchema.safeParse(JSON.parse(Buffer.from(content, 'base64url').toString())) : null;
  if (position?.data?.verb !== verb) throw new HarvestError('badResumptionToken', 'The resumption token is not valid.');
  return position.data;
}
