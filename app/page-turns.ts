import { FairTurns } from '@domain/fair-turns';

/** After this time, a request waits for something else rather than for the processor, and the next one begins. */
const turnMs = 1000;
/** Requests of one account or visitor that may wait. */
const waiting = 200;
/** Visitors are known by their address, behind which there may be a whole school. */
const pagesOfVisitor = 4;

/** Who sends a request: an account, or a visitor whose address is known. */
export interface Sender {
  request: Request;
  subject: string | null;
}

/** Does the work of a request when it is the turn of its sender. Null, and no work, if its client leaves before. */
export type InTurn = <Result>(sender: Sender, work: () => Promise<Result>) => Promise<Result | null>;

/** What has a turn already. */
export const withoutTurn: InTurn = (_sender, work) => work();

/**
 * An account gets one page and one form at a time, so that many of them delay those of others by one at most; a visitor
 * gets some more. Uploads do not wait. Throws an Outage if too much of one sender waits.
 */
export function createPageTurns(visitorAddress: () => string): InTurn {
  const pages = new FairTurns(Infinity, { perAccount: 1, waiting });
  const forms = new FairTurns(Infinity, { perAccount: 1, waiting });
  const visitors = new FairTurns(Infinity, { perAccount: pagesOfVisitor, waiting });

  return async ({ request, subject }, work) => {
    if (isUpload(request)) return work();
    const own = subject === null ? visitors : isForm(request) ? forms : pages;
    const giveBack = await own.take(subject ?? visitorAddress(), request.signal).catch((reason: unknown) => {
      if (request.signal.aborted) return null;
      throw reason;
    });
    if (giveBack === null) return null;
    let isOver = false;
    const end = () => {
      if (!isOver) giveBack();
      isOver = true;
    };
    const timer = setTimeout(end, turnMs);
    try {
      return await work();
    } finally {
      clearTimeout(timer);
      end();
    }
  };
}

const isForm = ({ method, headers }: Request) =>
  method === 'POST' && (headers.get('Content-Type') ?? '').startsWith('application/x-www-form-urlencoded');

/** Files come as multipart bodies, or in parts (tus). */
function isUpload(request: Request): boolean {
  return request.method !== 'GET' && request.method !== 'HEAD' && !isForm(request);
}
