import type { IncomingMessage, RequestListener } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** How pages of a session wait for its drafts. All but `sessionOf` are for tests. */
interface FormOrderOptions {
  /** What tells apart sessions; null for a request without one. */
  sessionOf: (request: IncomingMessage) => string | null;
  /**
   * How long a page waits for drafts that arrived before it, in milliseconds. Own estimate: more than storing one takes
   * on a busy machine (measured: 2.5 s), and less than a reader minds when one arrives slowly, or never ends.
   */
  patienceMs?: number;
  /** How far a draft may arrive behind the page that is reloaded after it was sent. Measured: 4 ms on a busy machine. */
  reloadMs?: number;
}

/** Of a session, as many drafts are waited for, by as many pages. A browser has no more at once. */
const [mostDrafts, mostPages] = [4, 8];

/** What a session has open at this server. */
interface Open {
  /** Numbers of the drafts that are not answered yet, in the order in which they arrived. */
  drafts: Set<number>;
  /** How many pages wait, and how each of them looks whether it may go on. */
  pages: number;
  looks: Set<() => void>;
}

/**
 * A page waits for the drafts of its session that arrived at this server before it, before anything is done for it: script
 * sends what was typed last when its page is being reloaded, and the reloaded page should contain it. Both take
 * connections of their own, so the draft may come a moment later. Other forms are not waited for, and no draft for longer
 * than `patienceMs`. The cookie is not checked, as nothing is given for it: who makes one up waits for their own drafts.
 */
export function formOrder({
  sessionOf,
  patienceMs = 3000,
  reloadMs = 30,
}: FormOrderOptions): (listener: RequestListener) => RequestListener {
  const sessions = new Map<string, Open>();
  let arrived = 0;

  return (listener) => (request, response) => {
    const session = sessionOf(request);
    if (session === null) return listener(request, response);
    const open = sessions.get(session) ?? { drafts: new Set(), pages: 0, looks: new Set() };
    const change = (act: () => void) => {
      act();
      if (open.drafts.size + open.pages > 0) sessions.set(session, open);
      else sessions.delete(session);
    };
    if (isDraft(request) && open.drafts.size < mostDrafts) {
      const number = (arrived += 1);
      change(() => open.drafts.add(number));
      response.once('close', () => {
        change(() => open.drafts.delete(number));
        for (const look of open.looks) look();
      });
    }
    const waits = isPage(request) && open.pages < mostPages && (isReload(request) || open.drafts.size > 0);
    if (!waits) return listener(request, response);
    change(() => (open.pages += 1));
    void (isReload(request) ? readFor(reloadMs) : Promise.resolve())
      .then(() => answered(open, arrived, patienceMs))
      .then(() => {
        change(() => (open.pages -= 1));
        // Whoever has left is not answered.
        if (!response.destroyed) listener(request, response);
      });
  };
}

/** How long one timer runs. After each of them, the process reads what has arrived meanwhile. */
const stepMs = 5;

/** Timers after which what arrived meanwhile has been read: the first may end before, then connections and their data are. */
const fewestSteps = 3;
/** Time after which a busy process waits for no more of them. Own estimate: a reader minds less. */
const longestMs = 100;

/** Waits while this process reads what arrives. If it was busy for longer than that, one timer would end before it has read. */
async function readFor(milliseconds: number): Promise<void> {
  const until = performance.now() + Math.max(longestMs, milliseconds);
  for (let step = 0; step * stepMs < milliseconds; step += 1) {
    if (step >= fewestSteps && performance.now() >= until) return;
    await pause(stepMs);
  }
}

/** Waits until the drafts up to a number are answered, but not longer than this. */
function answered({ drafts, looks }: Open, last: number, patienceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const goOn = () => {
      clearTimeout(timer);
      looks.delete(look);
      resolve();
    };
    const look = () => {
      const [first = Infinity] = drafts;
      if (first > last) goOn();
    };
    const timer = setTimeout(goOn, patienceMs);
    looks.add(look);
    look();
  });
}

/** Pages, and their data for the client router, show drafts: not scripts, pictures and what script asks for besides. */
const isPage = ({ method, url = '', headers: { 'sec-fetch-dest': wanted = 'document' } }: IncomingMessage) =>
  (method === 'GET' || method === 'HEAD') && (wanted === 'document' || /^[^?]*\.data(?:\?|$)/.test(url));

/** Browsers ask for a page that is reloaded like this. */
const isReload = ({ headers }: IncomingMessage) =>
  headers['sec-fetch-dest'] === 'document' && /max-age=0|no-cache/.test(headers['cache-control'] ?? '');

const isDraft = ({ method, url = '' }: IncomingMessage) => method === 'POST' && url.startsWith('/drafts/');
