import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';

import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';

import { type FileRange, sendFile } from './send-file';

interface ListenerOptions {
  /** Called with the error of a body that fails while a client reads it. */
  report?: (error: unknown) => void;
  fileOf?: (body: ReadableStream) => FileRange | null;
}

/**
 * Converts Node requests to web requests without reading their bodies. A request without a `Host` header, as HTTP/1.0
 * allows, is treated as one to `origin`. An address or host that cannot be parsed gets a 400 response. If the body of a
 * response fails while it is read, its error is reported and the connection cut. A body for which `fileOf` returns a part
 * of a file is not read, but sent from there.
 */
export function webListener(
  origin: string,
  fetch: (request: Request, incoming: IncomingMessage) => Response | Promise<Response>,
  { report = () => undefined, fileOf = () => null }: ListenerOptions = {},
): RequestListener {
  return getRequestListener(
    async (request, connection) => {
      const { incoming, outgoing } = connection as HttpBindings;
      const response = await fetch(requestOf(request, incoming, outgoing), incoming);
      if (!response.body) return response;
      const file = fileOf(response.body);
      if (!file) {
        const watched = new Response(cutWhenFailing(response.body, outgoing, report), response);
        // Hono's Response becomes a plain one when its body is asked for, and short ones are then sent with their length.
        return watched.body ? watched : response;
      }
      outgoing.setHeaders(response.headers).writeHead(response.status);
      await sendFile(outgoing, file);
      return RESPONSE_ALREADY_SENT;
    },
    // Unread bodies are drained by limitBody.
    { autoCleanupIncoming: false, hostname: new URL(origin).host },
  );
}

/**
 * The same body, whose error cuts the connection. The listener of Hono would print it with the values in its message, and
 * end the response.
 */
function cutWhenFailing(
  body: ReadableStream<Uint8Array>,
  outgoing: ServerResponse,
  report: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          // Whoever has left needs no report.
          if (!outgoing.destroyed) report(error);
          outgoing.destroy(error as Error);
          controller.close();
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

const bodiless = ['GET', 'HEAD', 'TRACE'];

/** Node's message for each request body that has not been read yet. */
const untouched = new WeakMap<ReadableStream, IncomingMessage>();

/**
 * The request for the web app and the API. Its body is not read in advance, so that code that moves many bytes can use
 * Node's own stream instead (`openBody`). The server drains what is left of a body (`limit-body.ts`).
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
 * Body of a request as a Node stream; empty if there is none. If the request was made by `requestOf`, or from the body
 * of one that was, this is the stream of the connection. Otherwise it is made from the web stream. After this call
 * the body of the request itself can no longer be read.
 */
export function openBody(request: Request): Readable {
  const { body } = request;
  if (!body) return Readable.from([]);
  const incoming = untouched.get(body);
  // The reader is told of the error. Before there is one, the error must not end the process.
  if (!incoming) return Readable.fromWeb(body as never).on('error', () => undefined);
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
      // Not awaited, because it ends with the next chunk, which may never come.
      cancel: () => void chunks?.return?.(),
    },
    // Nothing is read ahead, so that openBody can return Node's stream with the whole body.
    { highWaterMark: 0 },
  );
  return body;
}
