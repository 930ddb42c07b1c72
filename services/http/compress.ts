import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, gzipSync } from 'node:zlib';

import { LRUCache } from 'lru-cache';

const gzipLater = promisify(gzip);
const brotliLater = promisify(brotliCompress);

/** Text types. Archives, images and Parquet are compressed already. */
const textType = /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml|javascript)\b|image\/svg\+xml)/;
/** Compressing a smaller response does not save a network packet. */
const minBytes = 1024;
/** Smaller pages are compressed synchronously, because handing them to another thread takes longer. */
const maxAtOnceBytes = 128 * 1024;
/**
 * For what many get: level 9 would save less than one percent more. A page that is made for one reader is compressed in
 * half the time, and is a tenth larger: a form of 110 kB in 2.3 ms to 30 kB, not in 5 ms to 28 kB.
 */
const [shared, once] = [{ level: 6 }, { level: 3 }];

/**
 * Compresses a text response with gzip if the client accepts it. Streams stay streams. Downloads (Content-Disposition)
 * are not compressed, so that their size is known and they can be resumed.
 */
export async function compress(request: Request, response: Response): Promise<Response> {
  if (!textType.test(response.headers.get('Content-Type') ?? '') || isSettled(response)) return response;
  response.headers.append('Vary', 'Accept-Encoding');
  if (!acceptsGzip(request.headers.get('Accept-Encoding')) || isSmall(response)) return response;
  // Copied before the body is read, because the Response of @hono/node-server loses changed headers then.
  const headers = new Headers(response.headers);
  const body = await pack(request, response);
  headers.delete('Content-Length');
  if (body) headers.set('Content-Encoding', 'gzip');
  return new Response(body, { status: response.status, headers });
}

function isSettled({ headers, status }: Response): boolean {
  return status === 206 || headers.has('Content-Encoding') || headers.has('Content-Disposition');
}

const isSmall = ({ headers }: Response) => Number(headers.get('Content-Length') ?? minBytes) < minBytes;

/** Compressed pages by address and ETag, so that one that many ask for is compressed once. Own estimate of their bytes. */
const packedPages = new LRUCache<string, Uint8Array<ArrayBuffer>>({
  maxSize: 16 * 1024 * 1024,
  sizeCalculation: ({ length }) => length,
});

/** Compressed body; null if there is none. Pages are compressed as a whole, everything else as a stream. */
async function pack(request: Request, response: Response): Promise<BodyInit | null> {
  const { headers, body } = response;
  if (!headers.get('Content-Type')?.startsWith('text/html')) {
    return body?.pipeThrough(new CompressionStream('gzip')) ?? null;
  }
  const tag = headers.get('ETag');
  const key = `${tag} ${request.url}`;
  const known = tag === null ? undefined : packedPages.get(key);
  if (known) {
    await body?.cancel();
    return known;
  }
  const page = new Uint8Array(await response.arrayBuffer());
  if (page.length === 0) return null;
  const options = tag === null ? once : shared;
  const packed = page.length <= maxAtOnceBytes ? gzipSync(page, options) : await gzipLater(page, options);
  if (tag !== null) packedPages.set(key, packed);
  return packed;
}

/** Whether an Accept-Encoding header accepts gzip, by name or with '*', and not with a quality of 0. */
export function acceptsGzip(header: string | null): boolean {
  const offers = new Map(
    (header ?? '').split(',').map((offer) => {
      const [name = '', ...parameters] = offer.split(';').map((part) => part.trim().toLowerCase());
      return [name, !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))] as const;
    }),
  );
  return offers.get('gzip') ?? offers.get('*') ?? false;
}

/** Extensions of files that `precompress` compresses. */
export const compressible = /\.(?:js|css|svg|html|txt|json|xml|webmanifest)$/;
const minFileBytes = 512;

/**
 * Compresses each text file of a folder with brotli (`.br`) and gzip (`.gz`) at their best levels. Runs once per build.
 * Small files are skipped.
 */
export async function precompress(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const texts = entries.filter((entry) => entry.isFile() && compressible.test(entry.name));
  await Promise.all(texts.map(({ parentPath, name }) => precompressFile(path.join(parentPath, name))));
}

async function precompressFile(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.length < minFileBytes) return;
  const brotli = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } };
  const [br, gz] = await Promise.all([brotliLater(content, brotli), gzipLater(content, { level: 9 })]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
}
