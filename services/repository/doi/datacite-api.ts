import { z } from 'zod';

import { doiDetails, doiReason } from '@domain/doi-reason';
import { parseJson } from '@domain/text';
import { RegistrarError } from '../context/doi-registrar';

/** Repository account at DataCite, and the address of its REST API. */
export interface DataciteAccount {
  /** Without trailing slash: https://api.datacite.org, its test system, or a compatible server. */
  apiUrl: string;
  repositoryId: string;
  password: string;
}

export interface ApiLimits {
  /** Maximum duration of a call, including the response body. */
  timeoutMs: number;
  maxAnswerBytes: number;
}
/** A response contains the record twice, once as base64 of its XML, which is about 200 kB for the longest metadata. */
const defaultLimits: ApiLimits = { timeoutMs: 10_000, maxAnswerBytes: 4 * 1024 * 1024 };

/** Maximum delay accepted from a `Retry-After`. */
const maxDelaySeconds = 24 * 60 * 60;
const mediaType = 'application/vnd.api+json';

export interface ApiCall {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  attributes?: Record<string, unknown>;
  signal?: AbortSignal | undefined;
  /** Responses other than success that the caller can handle. */
  expects?: (answer: ApiAnswer) => boolean;
}

export interface ApiAnswer {
  status: number;
  /** State of the DOI in the response: 'draft', 'registered', 'findable'. */
  state: string | null;
  /** Error messages of the response. */
  errors: string[];
}

const AnswerSchema = z.object({
  data: z
    .object({ attributes: z.object({ state: z.string() }).partial() })
    .partial()
    .nullish(),
  errors: z.array(z.object({ title: z.string(), source: z.string() }).partial()).catch([]),
});

/**
 * Calls DataCite's REST API: JSON:API with HTTP Basic (https://support.datacite.org/docs/api-create-dois,
 * https://support.datacite.org/docs/updating-metadata-with-the-rest-api). Throws RegistrarError unless the response is
 * a success or expected. Redirects are not followed, because they would forward the password or lose the body.
 */
export async function callDatacite(
  account: DataciteAccount,
  call: ApiCall,
  limits: ApiLimits = defaultLimits,
): Promise<ApiAnswer> {
  const name = `${call.method} ${call.path}`;
  const timeout = AbortSignal.timeout(limits.timeoutMs);
  const signal = call.signal ? AbortSignal.any([timeout, call.signal]) : timeout;
  try {
    const response = await fetch(account.apiUrl + call.path, {
      method: call.method,
      redirect: 'manual',
      signal,
      headers: {
        Accept: mediaType,
        Authorization: `Basic ${credentialsOf(account)}`,
        'User-Agent': 'Motothek',
        ...(call.attributes ? { 'Content-Type': mediaType } : {}),
      },
      ...(call.attributes ? { body: JSON.stringify({ data: { type: 'dois', attributes: call.attributes } }) } : {}),
    });
    const answer = readAnswer(response, await readText(response, limits.maxAnswerBytes));
    if (answer.isOurs && (response.ok || call.expects?.(answer))) return answer;
    throw errorOf(name, response, answer);
  } catch (error) {
    throw withoutSecrets(account, name, timeout.aborted ? timeout.reason : error);
  }
}

const credentialsOf = ({ repositoryId, password }: DataciteAccount) =>
  Buffer.from(`${repositoryId}:${password}`).toString('base64');

/** Text of the body; null if it exceeds the limit. */
async function readText({ body }: Response, maxBytes: number): Promise<string | null> {
  if (!body) return '';
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes += part.value.length;
    if (bytes > maxBytes) {
      // Not awaited, because the server may take its time.
      void reader.cancel().catch(() => undefined);
      return null;
    }
    chunks.push(part.value);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** `isOurs`: the response is empty or JSON as from DataCite, not a page of a proxy. */
function readAnswer({ status }: Response, text: string | null): ApiAnswer & { isOurs: boolean } {
  if (text?.trim() === '') return { status, state: null, errors: [], isOurs: true };
  const parsed = AnswerSchema.safeParse(parseJson(text));
  if (!parsed.success) return { status, state: null, errors: [], isOurs: false };
  const { data, errors } = parsed.data;
  const messages = errors.map(({ source, title }) => [source, title].filter(Boolean).join(': '));
  return { status, state: data?.attributes?.state ?? null, errors: messages, isOurs: true };
}

const hints: Record<number, string> = { 401: doiDetails.login, 403: doiDetails.prefix, 404: doiDetails.account };

function errorOf(name: string, response: Response, { errors, isOurs }: ReturnType<typeof readAnswer>) {
  const { status } = response;
  const isBusy = status >= 500 || status === 429 || status === 408;
  const detail = errors.join('; ') || hintOf(status, isOurs);
  return new RegistrarError(doiReason(detail ? 'answered' : 'answeredNothing', { status, call: name, detail }), {
    isRefusal: !isBusy,
    seconds: isBusy ? delayOf(response.headers.get('Retry-After')) : 0,
  });
}

function hintOf(status: number, isOurs: boolean): string {
  if (status >= 300 && status < 400) return doiDetails.redirect;
  return hints[status] ?? (isOurs ? '' : doiDetails.notJson);
}

/** Seconds, from a number or a date (RFC 9110 section 10.2.3); 0 if it is neither. */
function delayOf(retryAfter: string | null): number {
  const text = retryAfter?.trim() ?? '';
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.min(Math.max(0, Math.ceil(seconds)), maxDelaySeconds) : 0;
}

/** Returns the error as one line without credentials, even if a response repeats them. */
function withoutSecrets(account: DataciteAccount, name: string, error: unknown): RegistrarError {
  const registrarError =
    error instanceof RegistrarError
      ? error
      : new RegistrarError(doiReason('unreachable', { call: name, detail: reasonOf(error) }), { isRefusal: false });
  const hidden = [account.password, credentialsOf(account)].reduce(
    (text, secret) => text.replaceAll(secret, '***'),
    registrarError.message,
  );
  const line = hidden.replace(/\s+/g, ' ').slice(0, 1000);
  const cause = error === registrarError ? undefined : error;
  return new RegistrarError(line, { isRefusal: registrarError.isRefusal, seconds: registrarError.seconds, cause });
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if (error.name === 'TimeoutError') return doiDetails.late;
  const { cause } = error;
  return (cause instanceof Error && ((cause as NodeJS.ErrnoException).code ?? cause.message)) || error.name;
}
