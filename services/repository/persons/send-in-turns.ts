import { Readable } from 'node:stream';

import { FairTurns } from '@domain/fair-turns';
import { Outage } from '@domain/outage';

/** Streams of which a piece is made at the same time. Own estimate of what somebody waits for an answer. */
const turns = new FairTurns(4, { patienceMs: 15_000 });

/** Open streams; the one whose client has taken nothing for the longest time comes first. */
const open = new Set<Readable>();
/** Each keeps a megabyte or more, however slow its client is. Own estimate: more than are read at once. */
export const maxOpen = 20;

/**
 * What `make` makes, sent to an account. It has a turn only while a piece is made, not while a client takes it, so that
 * slow clients hold nobody up. It fails if it waits too long for a turn, or if too many are open and its client is the
 * slowest. It has to be read to its end or destroyed.
 */
export function sendInTurns(account: string, make: () => Readable): Readable {
  const gone = new AbortController();
  let made: Readable | null = null;
  let pieces: AsyncIterator<Uint8Array> | null = null;
  const next = () => {
    made ??= make();
    pieces ??= made[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
    return pieces.next();
  };
  const content: Readable = new Readable({
    read() {
      open.delete(content);
      open.add(content);
      turns.run(account, gone.signal, next).then(
        ({ done, value }) => content.push(done ? null : value),
        (error: Error) => content.destroy(error),
      );
    },
    destroy(error, done) {
      open.delete(content);
      gone.abort();
      // A piece that is being made fails, so that its turn is given back.
      made?.destroy();
      done(error);
    },
  });
  if (open.size >= maxOpen) endSlowest();
  open.add(content);
  return content;
}

function endSlowest(): void {
  const [slowest] = open;
  slowest?.destroy(new Outage('Too many are open, and the client of this one is the slowest.'));
}
