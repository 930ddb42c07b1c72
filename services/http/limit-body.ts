import type { IncomingMessage, ServerResponse } from 'node:http';

/** Limits of a server, smaller in tests. */
export interface SlowBodyLimits {
  /** Limits for reading the rest of a body after the response. Browsers show the response only when they have sent it all. */
  drainBytes: number;
  drainMs: number;
  /** Delay before the connection is closed if more than `drainBytes` are left, so that the response can arrive. */
  lingerMs: number;
  /** A body is cut off if fewer than `slowBytes` arrive in `slowMs` although the server was ready to read more. */
  slowBytes: number;
  slowMs: number;
}

/** 250 bytes per second are less than any usable connection has. Two minutes outlast a train tunnel. */
const defaultLimits: SlowBodyLimits = {
  drainBytes: 64 * 1024 * 1024,
  drainMs: 5000,
  lingerMs: 1000,
  slowBytes: 30_000,
  slowMs: 120_000,
};

/**
 * Keeps request bodies from blocking a connection. If the response comes before the end of the body, a short rest is
 * read, and otherwise the connection is closed soon after the response, so that clients do not send gigabytes for
 * nothing. Bodies that arrive too slowly are cut off, because uploads have no time limit.
 */
export function limitBody(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  patience: SlowBodyLimits = defaultLimits,
): void {
  if (incoming.headers['content-length'] === undefined && !incoming.headers['transfer-encoding']) return;
  const { socket } = incoming;
  const end = socket.bytesRead + Number(incoming.headers['content-length'] ?? 0);
  const stopWatching = abortSlowBody(incoming, patience);
  incoming.once('close', stopWatching);
  outgoing.once('finish', () => {
    stopWatching();
    if (incoming.complete) return;
    if (end - socket.bytesRead <= patience.drainBytes) return drain(incoming, patience);
    incoming.pause();
    setTimeout(() => socket.destroySoon(), patience.lingerMs).unref();
  });
}

/** Only counts intervals in which the server was ready to read all the time, because the client cannot help others. */
function abortSlowBody(incoming: IncomingMessage, { slowBytes, slowMs }: SlowBodyLimits): () => void {
  const { socket } = incoming;
  let seen = socket.bytesRead;
  let wasWanted = true;
  const timer = setInterval(() => {
    const arrived = socket.bytesRead - seen;
    const isWanted = !incoming.complete && incoming.readableLength === 0 && !incoming.isPaused();
    if (isWanted && wasWanted && arrived < slowBytes) incoming.destroy(new Error('The body arrived too slowly.'));
    seen = socket.bytesRead;
    wasWanted = isWanted;
  }, slowMs).unref();
  return () => clearInterval(timer);
}

function drain(incoming: IncomingMessage, { drainBytes, drainMs }: SlowBodyLimits): void {
  const { socket } = incoming;
  let left = drainBytes;
  const close = () => socket.destroySoon();
  const timer = setTimeout(close, drainMs).unref();
  incoming.on('data', (chunk: Buffer) => {
    left -= chunk.byteLength;
    if (left <= 0) close();
  });
  incoming.once('close', () => clearTimeout(timer));
  incoming.resume();
}
