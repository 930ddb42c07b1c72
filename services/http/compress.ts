import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';

const gzipLater = promisify(gzip);

/** Types that are text; archives, pictures and Parquet are packed already. */
const textType = /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml|javascript)\b|image\/svg\+xml)/;
/** Below this a packed answer saves no packet. */
const minBytes = 1024;
/** Up to this an answer is packed at once: handing it to another thread takes longer. */
const maxAtOnceBytes = 128 * 1024;
/** Level 6 packs a page in a fifth of a millisecond; what 9 would save is below one percent. */
const options = { level: 6 };

/**
 * Packs an answer by gzip where its reader takes that and it is text. A stream stays a stream. Files for
 * keeping (Content-Disposition) go as they are, so that their size is known and they can be resumed.
 */
export async function compress(request: Request, response: Response): Promise<Response> {
  if (!textType.test(response.headers.get('Content-Type') ?? '') || isSettled(response)) return response;
  response.headers.append('Vary', 'Accept-Encoding');
  if (!acceptsGzip(request.headers.get('Accept-Encoding')) || isSmall(response)) return response;
  // Copied before the body is read: the node server's own Response forgets changed headers then.
  const headers = new Headers(response.headers);
  const body = await pack(response);
  headers.delete('Content-Length');
  if (body) headers.set('Content-Encoding', 'gzip');
  return new Response(body, { status: response.status, headers });
}

function isSettled({ headers, status }: Response): boolean {
  return status === 206 || headers.has('Content-Encoding') || headers.has('Content-Disposition');
}

const isSmall = ({ headers }: Response) => Number(headers.get('Content-Length') ?? minBytes) < minBytes;

/** Packed body: of a page at once, of anything else as it comes; null where there is none. */
async function pack(response: Response): Promise<BodyInit | null> {
  if (!response.headers.get('Content-Type')?.startsWith('text/html')) {
    return response.body?.pipeThrough(new CompressionStream('gzip')) ?? null;
  }
  const page = new Uint8Array(await response.arrayBuffer());
  if (page.length === 0) return null;
  return page.length <= maxAtOnceBytes ? gzipSync(page, options) : gzipLater(page, options);
}

/** Whether an Accept-Encoding header takes gzip: named, or by '*', and not at a quality of 0. */
export function acceptsGzip(header: string | null): boolean {
  const offers = new Map(
    (header ?? '').split(',').map((offer) => {
      const [name = '', ...parameters] = offer.split(';').map((part) => part.trim().toLowerCase());
      return [name, !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))] as const;
    }),
  );
  return offers.get('gzip') ?? offers.get('*') ?? false;
}
