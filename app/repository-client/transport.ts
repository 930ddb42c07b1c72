import type { z } from 'zod';

import { forBrowserName } from '@domain/for-browser';
import { type ErrorCode, isErrorCode } from '@domain/error-codes';
import type { Language } from '@domain/language';
import { asOutageStatus } from '@domain/outage';

/** Carries a request to the repository API: the handler in this process, or the network. */
export type RepositoryTransport = (request: Request) => Promise<Response>;

/** The part of the load context that the client works with. */
export interface ClientContext {
  repository: RepositoryTransport;
  /** Bearer token for the API; it never leaves the server. Null if nobody is signed in. */
  accessToken: string | null;
  language: Language;
  /** Address of the site, without trailing slash. */
  origin: string;
}

/** A refusal or failure of the API, with the message to show. */
export class RepositoryError extends Error {
  readonly status: number;
  /** Stable code; 'unavailable' if the API could not be reached or gave none. */
  readonly code: ErrorCode;
  /** Message in the user's language; '' if there was no response. */
  readonly userMessage: string;
  /** The problem details, for their extension members. */
  readonly problem: Record<string, unknown>;

  constructor(status: number, code: ErrorCode, message: string, problem: Record<string, unknown>) {
    super(`${status} ${code}`);
    this.name = 'RepositoryError';
    this.status = status;
    this.code = code;
    this.userMessage = message;
    this.problem = problem;
  }
}

export interface CallOptions {
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  query?: Record<string, string | number | string[] | null | undefined>;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as it is, with these headers: uploads. */
  body?: ReadableStream<Uint8Array> | null;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** Calls `/api/…` and returns the response. Throws RepositoryError for an error. */
export async function call(context: ClientContext, path: string, options: CallOptions = {}): Promise<Response> {
  const request = buildRequest(context, path, options);
  let response: Response;
  try {
    response = await context.repository(request);
  } catch (cause) {
    throw Object.assign(new RepositoryError(503, 'unavailable', '', {}), { cause });
  }
  if (response.status >= 400) throw await readError(response);
  return response;
}

/**
 * Longest time in milliseconds for which a visitor's page waits for something that it reads. Own estimate: proxies give up
 * after a minute, and statements (services/database) later than that.
 */
const patienceMs = 30_000;

/** Requests of visitors that have waited so long in vain. */
const waitedInVain = new WeakSet<ClientContext>();

/** Reads something for a page. Throws 503 once this, or something else for the same page of a visitor, takes too long. */
async function inTime<Answer>(context: ClientContext, read: () => Promise<Answer>): Promise<Answer> {
  // Accounts wait for their turns, and their sessions are read first.
  if (context.accessToken !== null) return read();
  const unavailable = () => new RepositoryError(503, 'unavailable', '', {});
  if (waitedInVain.has(context)) throw unavailable();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      waitedInVain.add(context);
      reject(unavailable());
    }, patienceMs);
  });
  return Promise.race([read(), late]).finally(() => clearTimeout(timer));
}

/** Calls under way, per request. */
const underWay = new WeakMap<ClientContext, Map<string, Promise<unknown>>>();

/**
 * Calls `/api/…` and parses its JSON response with a schema of `domain/api`. Loaders of one page share parallel calls
 * for the same data. After a change, everything is requested again. Throws RepositoryError, also if reading takes too long.
 */
export async function callForJson<Schema extends z.ZodType>(
  context: ClientContext,
  schema: Schema,
  path: string,
  options: CallOptions = {},
): Promise<z.output<Schema>> {
  const ask = async () => schema.parse(await (await call(context, path, options)).json());
  const { query = {}, ...more } = options;
  if (Object.keys(more).length > 0) return ask();
  const asked = underWay.get(context) ?? new Map<string, Promise<unknown>>();
  underWay.set(context, asked);
  const key = JSON.stringify([path, query, context.language]);
  const answer = asked.get(key) ?? inTime(context, ask).finally(() => asked.delete(key));
  asked.set(key, answer);
  return (await answer) as z.output<Schema>;
}

/** Runs a call. Returns null if it went well, otherwise the refusal. */
export async function attempt(call: () => Promise<unknown>): Promise<RepositoryError | null> {
  try {
    await call();
    return null;
  } catch (error) {
    if (error instanceof RepositoryError) return error;
    throw error;
  }
}

/** Encodes path segments, because table names may contain '/', '%' and umlauts. */
export function segments(...parts: (string | number)[]): string {
  return parts.map((part) => `/${encodeURIComponent(part)}`).join('');
}

function buildRequest(context: ClientContext, path: string, options: CallOptions): Request {
  const url = new URL(`/api${path}`, context.origin);
  for (const [name, value] of Object.entries(options.query ?? {})) {
    if (value === null || value === undefined) continue;
    url.searchParams.set(name, Array.isArray(value) ? value.join(',') : String(value));
  }
  const headers = new Headers(options.headers);
  headers.set('Accept-Language', context.language);
  headers.set(forBrowserName, '1');
  if (!headers.has('Accept')) headers.set('Accept', 'application/json');
  if (context.accessToken) headers.set('Authorization', `Bearer ${context.accessToken}`);
  if (options.json !== undefined) headers.set('Content-Type', 'application/json');
  const body = options.json === undefined ? options.body : JSON.stringify(options.json);
  return new Request(url, {
    method: options.method ?? 'GET',
    headers,
    body,
    signal: options.signal,
    ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
  } as RequestInit);
}

async function readError(response: Response): Promise<RepositoryError> {
  const problem = (await response.json().catch(() => ({}))) as Record<string, unknown>;
  const code = isErrorCode(problem.code) ? problem.code : 'unavailable';
  const message = typeof problem.title === 'string' ? problem.title : '';
  return new RepositoryError(response.status, code, message, problem);
}

/**
 * Result of a call that a screen needs. A refusal becomes the failure page of its status with the API's message. Other
 * errors are thrown again.
 */
export async function orFailurePage<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof RepositoryError)) throw error;
    throw Response.json({ message: error.userMessage, code: error.code }, { status: error.status });
  }
}

/** Result of a call that a screen can do without; null if it is refused or the repository is away. */
export async function orNull<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof RepositoryError)) throw error;
    return null;
  }
}

/** Result of a call that a screen can do without; null if the rows it needs are away or lost. */
export async function orWithoutRows<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  try {
    return await answer;
  } catch (error) {
    const isAway =
      error instanceof RepositoryError && (asOutageStatus(error.status) !== null || error.code === 'rows-missing');
    if (!isAway) throw error;
    return null;
  }
}
