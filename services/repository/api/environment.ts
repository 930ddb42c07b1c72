import { isUtf8 } from 'node:buffer';
import type { Readable } from 'node:stream';

import type { Context } from 'hono';
import type { z } from 'zod';

import { Refusal } from '@domain/error-codes';
import type { Language } from '@domain/language';

import type { Actor, RepositoryContext } from '../context/context';
import { inTurnIfLarge } from '../context/large-requests';
import { policy, requireRole, type UseCase, type UseCaseFor } from '../context/policy';
import { allowingScopes } from '../context/token-scopes';
import type { Database } from '../store/database';
import { exceedsJsonLimits } from './json-limits';

/** Opens the body of a request as a Node stream, for bodies that are too large for memory. */
export type OpenBody = (request: Request) => Readable;

/** Variables in the Hono context of every handler. */
export interface ApiEnvironment {
  Variables: {
    repository: RepositoryContext;
    /** The store for reading by visitors, which may be some seconds behind; undefined if there is none. */
    readers?: Database | undefined;
    /** Language of the response, from `Accept-Language`. */
    language: Language;
    /** Null if the request has no bearer token. */
    actor: Actor | null;
    /**
     * Asks again who the caller is, once a body has arrived, which may take hours. Refuses with 'unauthenticated' or
     * 'token-invalid' if their session or access token has ended meanwhile. After a 'text' a token of a login must not
     * have expired either, nor a role be gone ('forbidden'); files may take longer than such tokens last.
     */
    confirmCaller: (after: 'text' | 'files') => Promise<void>;
    openBody: OpenBody;
    /** The use case is open to everybody. */
    isPublic?: boolean;
  };
}
export type ApiContext = Context<ApiEnvironment>;

/** Largest JSON body. Metadata with 50 fields of full length are far smaller. */
const maxJsonBytes = 4 * 1024 * 1024;

/** Number of errors in a body that are listed. */
const maxErrors = 100;

/**
 * Caller of a use case; null is an anonymous one, if the policy allows that. The secrets of links and web tiers are not
 * checked here. Refuses with 401 or 403 if the policy never lets this caller in, or their access token does not allow
 * it. The use case itself checks whether an upload is theirs.
 */
export function callerOf<Name extends UseCase>(
  c: ApiContext,
  useCase: Name,
): Name extends UseCaseFor<'anyone' | 'link' | 'web-tier'> ? Actor | null : Actor;
export function callerOf(c: ApiContext, useCase: UseCase): Actor | null {
  const actor = c.get('actor');
  const right = policy[useCase];
  if (right === 'anyone') {
    c.set('isPublic', true);
    const readers = c.get('readers');
    if (readers && actor === null) c.set('repository', { ...c.get('repository'), db: readers });
    // Public answers may contain more for the contributor.
    return actor?.scopes && !actor.scopes.includes('read') ? null : actor;
  }
  if (right === 'link' || right === 'web-tier') return actor;
  if (!actor) throw new Refusal('unauthenticated');
  requireScope(actor, useCase, c.req.raw.method);
  requireRole(right, actor);
  return actor;
}

/** Refuses with 'token-not-here' or 'token-scope' if the caller uses an access token that does not allow this. */
function requireScope({ scopes }: Actor, useCase: UseCase, method: string): void {
  if (!scopes) return;
  const allowing = allowingScopes(useCase, method);
  const [usual] = allowing;
  if (usual === undefined) throw new Refusal('token-not-here');
  if (!allowing.some((scope) => scopes.includes(scope))) throw new Refusal('token-scope', { scope: usual });
}

/** Reads and validates a JSON body. Refuses with 400 'bad-request' or 413; `errors` lists the first errors by path. */
export async function readJson<Schema extends z.ZodType>(c: ApiContext, schema: Schema): Promise<z.output<Schema>> {
  const text = await readText(c);
  return inTurnIfLarge(c.get('actor')?.subject ?? '', text.length, () => parseJson(text, schema));
}

function parseJson<Schema extends z.ZodType>(text: string, schema: Schema): z.output<Schema> {
  if (exceedsJsonLimits(text)) throw new Refusal('bad-request');
  let json: unknown;
  try {
    json = text === '' ? undefined : JSON.parse(text);
  } catch {
    throw new Refusal('bad-request');
  }
  return checkInput(json, schema);
}

/** The query of an address. A parameter that is repeated, as forms do, is joined as programs write a list. */
export function queryOf(c: ApiContext): Record<string, string> {
  return Object.fromEntries(Object.entries(c.req.queries()).map(([name, values]) => [name, values.join()]));
}

/** Validates path or query values. Refuses with 400 'bad-request'. */
export function checkInput<Schema extends z.ZodType>(input: unknown, schema: Schema): z.output<Schema> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const errors = result.error.issues
    .slice(0, maxErrors)
    .map((issue) => ({ path: issue.path.join('.'), code: issue.code }));
  throw new Refusal('bad-request', {}, { errors });
}

/**
 * Reads a body in memory. Refuses with `tooLarge` if it is too long. The only function that does, so that nobody's call is
 * carried out after their session or access token has ended (`confirmCaller`).
 */
export async function readBytes(c: ApiContext, maxBytes: number, tooLarge: () => Refusal): Promise<Buffer> {
  if (Number(c.req.header('Content-Length') ?? 0) > maxBytes) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of c.req.raw.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  await c.get('confirmCaller')('text');
  return Buffer.concat(chunks);
}

/** Reads a body as text. Refuses with 413 if it is too long, and with 400 if it is not valid UTF-8. */
export async function readText(c: ApiContext, maxBytes = maxJsonBytes): Promise<string> {
  const body = await readBytes(c, maxBytes, () => new Refusal('too-large-body'));
  // Text in another encoding would be stored with replacement characters.
  if (!isUtf8(body)) throw new Refusal('bad-request');
  return body.toString('utf8');
}
