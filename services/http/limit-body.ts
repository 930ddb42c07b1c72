import type { IncomingMessage, ServerResponse } from 'node:http';

/** Figures of a server, shorter in tests. */
export interface BodyPatience {
  /** What is still read of a body after its answer: a browser that gets no more to send shows the answer. */
  drainBytes: number;
  drainMs: number;
  /** How long an answer has to arrive before its connection is closed, where more than `drainBytes` are to come. */
  lingerMs: number;
  /** A body of which less than `slowBytes` arrive in `slowMs`, although all were wanted, is cut off. */
  slowBytes: number;
  slowMs: number;
}

/** 250 bytes a second are less than any line that a file could be sent by; two minutes bridge a tunnel. */
const usualPatience: BodyPatience = {
  drainBytes: 64 * 1024 * 1024,
  drainMs: 5000,
  lingerMs: 1000,
  slowBytes: 30_000,
  slowMs: 120_000,
};

/**
 * Keeps a body from holding its connection: one that is answered before its end is read to its end where
 * that is near, and otherwise closed a moment after the answer, so that nobody sends gigabytes in vain; one
 * that only trickles is cut off, as there is no limit of time for uploads.
 */
export function limitBody(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  patience: BodyPatience = usualPatience,
): void {
  if (incoming.headers['content-length'] === undefined && !incoming.headers['transfer-encoding']) return;
  const { socket } = incoming;
  const end = socket.bytesRead + Number(incoming.headers['content-length'] ?? 0);
  const stopWatching = cutTrickle(incoming, patience);
  incoming.once('close', stopWatching);
  outgoing.once('finish', () => {
    stopWatching();
    if (incoming.complete) return;
    if (end - socket.bytesRead <= patience.drainBytes) return drain(incoming, patience);
    incoming.pause();
    setTimeout(() => socket.destroySoon(), patience.lingerMs).unref();
  });
}

/** Cuts off only what was wanted all the time: a body that we do not take is no fault of the client's. */
function cutTrickle(incoming: IncomingMessage, { slowBytes, slowMs }: BodyPatience): () => void {
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

function drain(incoming: IncomingMessage, { drainBytes, drainMs }: BodyPatience): void {
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
