import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { finished, Readable } from 'node:stream';

import { context, propagation } from '@opentelemetry/api';

import { ownCountName } from '@domain/api/use';

import type { RepositoryTransport } from './transport';

/** Longest wait for the API to accept the body of an upload, before it is sent anyway. */
const continueTimeoutMs = 10_000;

/** Headers that belong to one connection, not to the message. */
const hopByHop = ['connection', 'keep-alive', 'transfer-encoding', 'expect', 'host', 'upgrade'];

/** Files in a form, and a part of a file on its own. */
const uploadType = /^(?:multipart\/|application\/offset\+octet-stream\b)/i;

/** Name under which pages call the API. Calls of visitors have that of the visitor. */
const ownAgent = 'Motothek (robot)';

/** Opens the body of a request as a stream of node. */
export type OpenBody = (request: Request) => Readable;

/**
 * Carries requests to an outside repository API. Uploads go through node:http: Node's `fetch` keeps a
 * streamed body in memory (2 GB upload, 2.2 GB RSS), this pipes it with back-pressure. With `useSecret`, which the API
 * knows, it does not count the calls; without, those that pages make are a robot's.
 */
export function networkTransport(repositoryUrl: string, openBody: OpenBody, useSecret?: string): RepositoryTransport {
  return async (request) => {
    const from = new URL(request.url);
    const target = new URL(repositoryUrl + from.pathname + from.search);
    if (uploadType.test(request.headers.get('Content-Type') ?? '')) return proxy(request, target, openBody);
    const outgoing = new Request(target, request);
    // Here the address of the visitor is known, there only that of this server.
    if (useSecret) outgoing.headers.set(ownCountName, useSecret);
    else outgoing.headers.delete(ownCountName);
    propagation.inject(context.active(), outgoing.headers, { set: (headers, name, value) => headers.set(name, value) });
    if (!outgoing.headers.has('User-Agent')) outgoing.headers.set('User-Agent', ownAgent);
    // `fetch` would unpack the body and still name its encoding. Whoever asks gets it packed by this server.
    outgoing.headers.set('Accept-Encoding', 'identity');
    const { body, status, statusText, headers } = await fetch(outgoing, { redirect: 'manual' });
    // The headers of what `fetch` returns cannot be changed.
    return new Response(body, { status, statusText, headers: withoutHopByHop(headers) });
  };
}

function withoutHopByHop(given: Headers): Headers {
  const headers = new Headers(given);
  for (const name of hopByHop) headers.delete(name);
  return headers;
}

async function proxy(request: Request, target: URL, openBody: OpenBody): Promise<Response> {
  const send = target.protocol === 'https:' ? httpsRequest : httpRequest;
  const headers = Object.fromEntries([...request.headers].filter(([name]) => !hopByHop.includes(name)));
  const outgoing = send(target, {
    method: request.method,
    headers: { ...headers, expect: '100-continue' },
    signal: request.signal,
  });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.on('response', resolve);
    outgoing.on('error', reject);
  });
  const wanted = new Promise<void>((resolve) => {
    outgoing.on('continue', resolve);
    setTimeout(resolve, continueTimeoutMs).unref();
  });
  outgoing.flushHeaders();
  const early = await Promise.race([answered, wanted]);
  if (!early) {
    // Not a pipeline, because after a refusal in the middle of the body the client's connection is needed for the
    // response.
    const body = openBody(request);
    finished(body, (error) => error && outgoing.destroy(error));
    body.pipe(outgoing);
  }
  return toResponse(early ?? (await answered));
}

function toResponse(incoming: IncomingMessage): Response {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined && !hopByHop.includes(name)) headers.set(name, [value].flat().join(', '));
  }
  const body = incoming.statusCode === 204 ? null : (Readable.toWeb(incoming) as ReadableStream<Uint8Array>);
  return new Response(body, { status: incoming.statusCode ?? 502, headers });
}
