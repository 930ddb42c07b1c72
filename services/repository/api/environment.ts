import { isUtf8 } from 'node:buffer';
import type { Readable } from 'node:stream';

import type { Context } from 'hono';
import type { z } from 'zod';

import { Refusal } from '@domain/error-codes';
import type { Language } from '@domain/language';

import type { Actor, RepositoryContext } from '../context/context';
import { isExpert, policy, type UseCase, type UseCaseFor } from '../context/policy';
import { exceedsJsonLimits } from './json-limits';

/** Opens the body of a request as a stream of node: for those that are too large for memory. */
export type OpenBody = (request: Request) => Readable;

/** What every handler finds in its Hono context. */
export interface ApiEnvironment {
  Variables: {
    repository: RepositoryContext;
    /** Language of the answer, by `Accept-Language`. */
    language: Language;
    /** Null for a request without bearer token. */
    actor: Actor | null;
    openBody: OpenBody;
  };
}
export type ApiContext = Context<ApiEnvironment>;

/** Largest JSON body the API reads; metadata of 50 fields at their longest stays far below. */
const maxJsonBytes = 4 * 1024 * 1024;

/** Most faults of a body that are told one by one. */
const maxErrors = 100;

/**
 * Who asks for a use-case: null is nobody, where anybody may. Refuses with 401 and 403 those whom the policy
 * does not let in at all; whether an upload is theirs is the use-case's question.
 */
export function callerOf<Name extends UseCase>(
  c: ApiContext,
  useCase: Name,
): Name extends UseCaseFor<'anyone'> ? Actor | null : Actor;
export function callerOf(c: ApiContext, useCase: UseCase): Actor | null {
  const actor = c.get('actor');
  const right = policy[useCase];
  if (right === 'anyone') return actor;
  if (!actor) throw new Refusal('unauthenticated');
  if (right === 'board' && !isExpert(actor)) throw new Refusal('forbidden');
  return actor;
}

/** Reads and checks a JSON body; refuses with 400 'bad-request' or 413. `errors` lists the first faults by path. */
export async function readJson<Schema extends z.ZodType>(c: ApiContext, schema: Schema): Promise<z.output<Schema>> {
  const text = await readText(c);
  if (exceedsJsonLimits(text)) throw new Refusal('bad-request');
  let json: unknown;
  try {
    json = text === '' ? undefined : JSON.parse(text);
  } catch {
    throw new Refusal('bad-request');
  }
  return checkInput(json, schema);
}

/** Checks path or query values; refuses with 400 'bad-request'. */
export function checkInput<Schema extends z.ZodType>(input: unknown, schema: Schema): z.output<Schema> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const errors = result.error.issues
    .slice(0, maxErrors)
    .map((issue) => ({ path: issue.path.join('.'), code: issue.code }));
  throw new Refusal('bad-request', {}, { errors });
}

/** Reads a body as text; refuses with 413 when it is too long, and with 400 when it is no UTF-8. */
export async function readText(c: ApiContext): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of c.req.raw.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxJsonBytes) throw new Refusal('too-large-body');
    chunks.push(chunk);
  }
  const body = Buffer.concat(chunks);
  // Letters of another encoding would be saved as question marks.
  if (!isUtf8(body)) throw new Refusal('bad-request');
  return body.toString('utf8');
}
