import { ShortTurns } from '@domain/short-turns';

/** Forms with files of one account at the same time: a browser sends some at once. */
const uploadsOfAccount = 2;
/** Visitors are known by their address, behind which there may be a whole school. */
const requestsOfVisitor = 2;

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
 * An account gets one page and one form at a time, and some forms with files; a visitor gets some requests. Throws an
 * Outage if too much of one sender waits.
 */
export function createPageTurns(visitorAddress: () => string): InTurn {
  const [pages, forms, uploads] = [new ShortTurns(1), new ShortTurns(1), new ShortTurns(uploadsOfAccount)];
  const visitors = new ShortTurns(requestsOfVisitor);

  return ({ request, subject }, work) => {
    if (subject === null) return visitors.run(visitorAddress(), request.signal, work);
    const own = isPage(request) ? pages : isForm(request) ? forms : uploads;
    return own.run(subject, request.signal, work);
  };
}

const isPage = ({ method }: Request) => method === 'GET' || method === 'HEAD';

const isForm = ({ method, headers }: Request) =>
  method === 'POST' && (headers.get('Content-Type') ?? '').startsWith('application/x-www-form-urlencoded');
