import type { IncomingMessage, RequestListener } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** How pages and forms of a session wait for each other. All but `sessionOf` are for tests. */
interface FormOrderOptions {
  /** What tells apart sessions; null for a request without one. */
  sessionOf: (request: IncomingMessage) => string | null;
  /**
   * How long a page waits for forms that arrived before it, in milliseconds. Own estimate: more than storing a draft
   * takes, and less than a reader minds when a form arrives slowly, or never ends.
   */
  patienceMs?: number;
  /** How far a form may arrive behind the page that is reloaded after it was sent. Measured: 3 ms on a busy machine. */
  reloadMs?: number;
}

/** Of a session, as many forms are waited for, by as many pages. A browser has no more at once. */
const [mostForms, mostPages] = [4, 8];

/** What a session has open at this server. */
interface Open {
  /** Numbers of the forms that are not answered yet, in the order in which they arrived. */
  forms: Set<number>;
  /** How many pages wait, and how each of them looks whether it may go on. */
  pages: number;
  looks: Set<() => void>;
}

/**
 * A page waits for the forms of its session that arrived at this server before it, before anything is done for it: script
 * sends what was typed last when its page is being reloaded, and the reloaded page should contain it. Both take
 * connections of their own, so the form may come a moment later. Files are not waited for, and no form for longer than
 * `patienceMs`. The cookie is not checked, as nothing is given for it: who makes one up waits for their own forms.
 */
export function formOrder({
  sessionOf,
  patienceMs = 1000,
  reloadMs = 30,
}: FormOrderOptions): (listener: RequestListener) => RequestListener {
  const sessions = new Map<string, Open>();
  let arrived = 0;

  return (listener) => (request, response) => {
    const session = sessionOf(request);
    if (session === null) return listener(request, response);
    const open = sessions.get(session) ?? { forms: new Set(), pages: 0, looks: new Set() };
    const change = (act: () => void) => {
      act();
      if (open.forms.size + open.pages > 0) sessions.set(session, open);
      else sessions.delete(session);
    };
    if (isForm(request) && open.forms.size < mostForms) {
      const number = (arrived += 1);
      change(() => open.forms.add(number));
      response.once('close', () => {
        change(() => open.forms.delete(number));
        for (const look of open.looks) look();
      });
    }
    const waits = isPage(request) && open.pages < mostPages && (isReload(request) || open.forms.size > 0);
    if (!waits) return listener(request, response);
    change(() => (open.pages += 1));
    void (isReload(request) ? pause(reloadMs) : Promise.resolve())
      .then(() => answered(open, arrived, patienceMs))
      .then(() => {
        change(() => (open.pages -= 1));
        // Whoever has left is not answered.
        if (!response.destroyed) listener(request, response);
      });
  };
}

/** Waits until the forms up to a number are answered, but not longer than this. */
function answered({ forms, looks }: Open, last: number, patienceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const goOn = () => {
      clearTimeout(timer);
      looks.delete(look);
      resolve();
    };
    const look = () => {
      const [first = Infinity] = forms;
      if (first > last) goOn();
    };
    const timer = setTimeout(goOn, patienceMs);
    looks.add(look);
    look();
  });
}

const isPage = ({ method }: IncomingMessage) => method === 'GET' || method === 'HEAD';

/** Browsers ask for a page that is reloaded like this. */
const isReload = ({ headers }: IncomingMessage) =>
  headers['sec-fetch-dest'] === 'document' && /max-age=0|no-cache/.test(headers['cache-control'] ?? '');

const isForm = ({ method, headers }: IncomingMessage) =>
  method === 'POST' && (headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded');
