import { ShortTurns } from '@domain/short-turns';

/** Who sends a request: an account, or a visitor. */
interface Sender {
  request: Request;
  subject: string | null;
}

/** Does the work of a request when it is the turn of its sender. Null, and no work, if its client leaves before. */
type InTurn = <Result>(sender: Sender, work: () => Promise<Result>) => Promise<Result | null>;

/**
 * How long a page waits for forms that arrived before it, in milliseconds. Own estimate: more than storing a draft takes,
 * and less than a reader minds when a form arrives slowly, or never ends.
 */
const patienceMs = 1000;

/**
 * An account gets one page, one form and one form with files at a time, also from several addresses. A page that is
 * reloaded right after something was typed contains it, because its draft was sent before: a page waits for the forms of
 * its account that arrived before it, for a short time. Visitors have the turns of their address
 * (services/http/take-turns.ts). Throws an Outage if too much of one account waits.
 */
export function createPageTurns(): InTurn {
  const [pages, forms, uploads] = [new ShortTurns(), new ShortTurns(), new ShortTurns()];
  const unanswered = createUnanswered();

  return async ({ request, subject }, work) => {
    if (subject === null) return work();
    const run = (turns: ShortTurns) => turns.run(subject, request.signal, work);
    if (isForm(request)) return unanswered.add(subject, run(forms));
    if (!isPage(request)) return run(uploads);
    await unanswered.wait(subject);
    return run(pages);
  };
}

/** Forms that have not been answered yet, by account. */
function createUnanswered() {
  const bySubject = new Map<string, Set<Promise<unknown>>>();
  return {
    /** Remembers a form until it is answered. Returns its answer. */
    async add<Answer>(subject: string, answer: Promise<Answer>): Promise<Answer> {
      const own = bySubject.get(subject) ?? new Set();
      bySubject.set(subject, own.add(answer));
      try {
        return await answer;
      } finally {
        own.delete(answer);
        if (own.size === 0) bySubject.delete(subject);
      }
    },
    /** Waits for the forms that an account has sent until now. */
    async wait(subject: string): Promise<void> {
      const own = bySubject.get(subject);
      if (!own) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, patienceMs);
        void Promise.allSettled(own).then(() => (clearTimeout(timer), resolve()));
      });
    },
  };
}

const isPage = ({ method }: Request) => method === 'GET' || method === 'HEAD';

const isForm = ({ method, headers }: Request) =>
  method === 'POST' && (headers.get('Content-Type') ?? '').startsWith('application/x-www-form-urlencoded');
