import { ShortTurns } from '@domain/short-turns';

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
 * An account gets one page, one form and one form with files at a time; a visitor, known by their address, gets one
 * request. A whole school behind one address loses nothing by it: its pages need the one processor of this process one
 * after the other anyway. Throws an Outage if too much of one sender waits.
 */
export function createPageTurns(visitorAddress: () => string): InTurn {
  const [pages, forms, uploads] = [new ShortTurns(), new ShortTurns(), new ShortTurns()];
  const visitors = new ShortTurns();

  return ({ request, subject }, work) => {
    if (subject === null) return visitors.run(visitorAddress(), request.signal, work);
    const own = isPage(request) ? pages : isForm(request) ? forms : uploads;
    return own.run(subject, request.signal, work);
  };
}

const isPage = ({ method }: Request) => method === 'GET' || method === 'HEAD';

const isForm = ({ method, headers }: Request) =>
  method === 'POST' && (headers.get('Content-Type') ?? '').startsWith('application/x-www-form-urlencoded');
