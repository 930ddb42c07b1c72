import { judgeOrigin } from '@domain/same-origin';

const safeMethods = ['GET', 'HEAD', 'OPTIONS'];

/** Name of the hidden field, and of the query parameter of multipart forms, that carries the token. */
export const formTokenField = 'form-token';

/**
 * Whether an admitted form is known to be one of our own pages'. One without session is admitted wherever it
 * comes from, since it orders nothing in anybody's name: a button of ours that sends it again would.
 */
export function isOwnForm(request: Request, ownOrigin: string, sessionId: string | null): boolean {
  if (sessionId !== null) return true;
  const { headers } = request;
  return (
    judgeOrigin({ origin: headers.get('Origin'), secFetchSite: headers.get('Sec-Fetch-Site') }, ownOrigin) === 'same'
  );
}

/**
 * The same-origin rule for one request (design pitfall 4): an unsafe request that carries the session
 * cookie must come from our own pages. Browsers behind proxies that strip `Origin` and `Sec-Fetch-Site`
 * must carry the signed token instead: in the body of a plain form, in the address of a multipart form.
 * Returns the request to go on with (its body may have been read and put back), or null to refuse it.
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
  const token = body && new URLSearchParams(body).get(formTokenField);
  if (!body || !token || !options.verifyToken(token)) return null;
  return new Request(request.url, { method: request.method, headers: request.headers, body });
}

/** Largest body of a plain form. */
export const maxFormBytes = 2 * 1024 * 1024;

/** Text of a plain form's body; null when it is larger than a form may be. */
export async function readFormBody(request: Request): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of request.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxFormBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
