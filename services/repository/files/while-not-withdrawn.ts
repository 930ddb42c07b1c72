import { pipeline, type Readable, Transform } from 'node:stream';

import { Refusal } from '@domain/error-codes';

import type { RepositoryContext } from '../context/context';
import { listWithdrawn } from '../store/withdrawals';

/** How often a download that is under way asks whether its data is withdrawn, in milliseconds. */
const askEveryMs = 2000;

/**
 * The same content for somebody who downloads it while it is made. It breaks off with 'data-set-withdrawn' within
 * seconds after one of these data sets is withdrawn, even if nobody reads on, and ends only if none is. A database that
 * does not answer breaks nothing off.
 */
export function whileNotWithdrawn(
  { db }: Pick<RepositoryContext, 'db'>,
  numbers: readonly number[],
  content: Readable,
): Readable {
  if (numbers.length === 0) return content;
  const findWithdrawn = async () => {
    const [withdrawn] = await listWithdrawn(db, [...numbers]).catch(() => []);
    return withdrawn ? new Refusal('data-set-withdrawn', { nr: withdrawn[0] }) : null;
  };
  const sent = new Transform({
    transform: (chunk, _, done) => done(null, chunk),
    flush: (done) => void findWithdrawn().then((withdrawn) => done(withdrawn)),
  });
  const breakOff = async () => {
    const withdrawn = await findWithdrawn();
    if (withdrawn) sent.destroy(withdrawn);
  };
  const timer = setInterval(() => void breakOff(), askEveryMs).unref();
  // Errors of either stream reach the other one, whose reader is told.
  return pipeline(content, sent, () => clearInterval(timer));
}
