import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';

const bodiless = ['GET', 'HEAD', 'TRACE'];

/** The message of node that a request's body comes from, for as long as nobody has begun to read it. */
const untouched = new WeakMap<ReadableStream, IncomingMessage>();

/**
 * The request as the web app and the API take it: its body is untouched until somebody reads it, so that
 * whoever moves many bytes can have node's own stream instead (`openBody`). A body that is not read to its
 * end stays where it is; the server clears it away (`limit-body.ts`).
 */
export function requestOf(request: Request, incoming: IncomingMessage, outgoing: ServerResponse): Request {
  if (bodiless.includes(request.method)) return request;
  const body = lazyBody(incoming);
  untouched.set(body, incoming);
  const gone = new AbortController();
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) gone.abort();
  });
  return new Request(request.url, {
    method: request.method,
    headers: request.headers,
    body,
    signal: gone.signal,
    duplex: 'half',
  } as RequestInit);
}

/**
 * The body of a request as a stream of node: the connection's own where the request, or the one that it
 * was made of, came in here; its web stream otherwise; empty when there is none. To be read by the one
 * who opens it: the request's own body fails from then on.
 */
export function openBody(request: Request): Readable {
  const { body } = request;
  if (!body) return Readable.from([]);
  const incoming = untouched.get(body);
  if (!incoming) return Readable.fromWeb(body as never);
  untouched.delete(body);
  return incoming;
}

function lazyBody(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  let chunks: AsyncIterator<Uint8Array> | null = null;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (!chunks) {
          if (!untouched.delete(body)) throw new TypeError('The body is already being read as a Node stream.');
          chunks = incoming.iterator({ destroyOnReturn: false });
        }
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      // Not awaited: it ends with the next chunk, which may never come.
      cancel: () => void chunks?.return?.(),
    },
    // Nothing is read ahead: a body that nobody reads stays whole for whoever takes node's stream.
    { highWaterMark: 0 },
  );
  return body;
}
