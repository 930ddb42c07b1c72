import { ShortTurns } from '@domain/short-turns';

/** Who sends a request: an account, or a visitor. */
interface Sender {
  request: Request;
  subject: string | null;
}

/** Does the work of a request when it is the turn of its sender. Null, and no work, if its client leaves before. */
type InTurn = <Result>(sender: Sender, work: () => Promise<Result>) => Promise<Result | null>;

/**
 * An account gets one page, one form and one form with files at a time, also from several addresses. Visitors have the
 * turns of their address (services/http/take-turns.ts). Throws an Outage if too much of one account waits.
 */
export function createPageTurns(): InTurn {
  const [pages, forms, uploads] = [new ShortTurns(), new ShortTurns(), new ShortTurns()];

  return ({ request, subject }, work) => {
    if (subject === null) return work();
    const own = isPage(request) ? pages : isForm(request) ? forms : uploads;
    return own.run(subject, request.signal, work);
  };
}

const isPage = ({ method }: Request) => method === 'GET' || method === 'HEAD';

const isForm = ({ method, headers }: Request) =>
  method === 'POST' && (headers.get('Content-Type') ?? '').startsWith('application/x-www-form-urlencoded');
