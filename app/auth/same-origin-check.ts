import { judgeOrigin } from '@domain/same-origin';

const safeMethods = ['GET', 'HEAD', 'OPTIONS'];

/** Name of the form token: of a hidden field, and in the address of multipart forms of a query parameter. */
export const formTokenField = 'form-token';

const tokenField = new RegExp(`(?:^|&)${formTokenField}=([^&]*)`);

/**
 * Whether an admitted form certainly comes from one of our own pages. A form without a session is admitted from
 * anywhere, because it does nothing in anybody's name, but then the retry button of the outage page must not send it.
 */
export function isOwnForm(request: Request, ownOrigin: string, sessionId: string | null): boolean {
  if (sessionId !== null) return true;
  const { headers } = request;
  return (
    judgeOrigin({ origin: headers.get('Origin'), secFetchSite: headers.get('Sec-Fetch-Site') }, ownOrigin) === 'same'
  );
}

/**
 * Applies the same-origin rule to a request, which prevents forged requests: an unsafe request with the session cookie must come
 * from our own pages. Browsers behind proxies that remove `Origin` and `Sec-Fetch-Site` must send the form token
 * instead, in the body of a plain form or in the address of a multipart form. Returns the request to go on with, whose
 * body may have been read and replaced, or null if it is refused.
 */
export async function enforceSameOrigin(
  request: Request,
  options: { ownOrigin: string; carriesSession: boolean; verifyToken: (token: string) => boolean },
): Promise<Request | null> {
  if (safeMethods.includes(request.method) || !options.carriesSession) return request;
  const verdict = judgeOrigin(
    { origin: request.headers.get('Origin'), secFetchSite: request.headers.get('Sec-Fetch-Site') },
    options.ownOrigin,
  );
  if (verdict !== 'unknown') return verdict === 'same' ? request : null;

  const inAddress = new URL(request.url).searchParams.get(formTokenField);
  if (inAddress !== null) return options.verifyToken(inAddress) ? request : null;
  if (!request.headers.get('Content-Type')?.startsWith('application/x-www-form-urlencoded')) return null;
  const body = await readFormBody(request);
  // Not parsed, which takes long for a body of many fields, and nobody has admitted it yet. Tokens need no escapes.
  const token = body && tokenField.exec(body)?.[1];
  if (!body || !token || !options.verifyToken(token)) return null;
  return new Request(request.url, { method: request.method, headers: request.headers, body });
}

/** Largest body of a plain form. */
export const maxFormBytes = 2 * 1024 * 1024;

/** Text of the body of a plain form; null if it is too large. */
export async function readFormBody(request: Request): Promise<string | null> {
  const body = await readBody(request, maxFormBytes);
  return body && body.toString('utf8');
}

/** Body of a form, in memory; null if it is too large. */
export async function readBody(request: Request, maxBytes: number): Promise<Buffer<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of request.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
