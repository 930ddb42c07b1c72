import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

/**
 * How long the page of a session waits for forms that arrived before it, in milliseconds. Own estimate: more than storing
 * a draft takes, and less than a reader minds when a form arrives slowly, or never ends.
 */
const defaultPatienceMs = 1000;

/** How far a form may arrive behind the page that is reloaded after it was sent. Measured: 3 ms on a busy machine. */
const reloadMs = 30;

/**
 * A page waits for the forms of its session that arrived before it, before anything is done for it: script sends what was
 * typed last when its page is being reloaded, and the reloaded page should contain it. Both take connections of their
 * own, so the form may come a moment later. Files are not waited for, and no form for longer than `patienceMs`. Only the
 * browser of a session has its cookie, so nobody makes others wait.
 */
export function formOrder(
  sessionOf: (request: IncomingMessage) => string | null,
  patienceMs = defaultPatienceMs,
): (listener: RequestListener) => RequestListener {
  const unanswered = new Map<string, Set<ServerResponse>>();
  return (listener) => (request, response) => {
    const session = sessionOf(request);
    if (session !== null && isForm(request)) remember(unanswered, session, response);
    const waits = session !== null && isPage(request) && (isReload(request) || unanswered.has(session));
    if (!waits) return listener(request, response);
    const arrived = isReload(request) ? pause(reloadMs) : Promise.resolve();
    void arrived
      .then(() => answered([...(unanswered.get(session) ?? [])], patienceMs))
      // Whoever has left is not answered.
      .then(() => response.destroyed || listener(request, response));
  };
}

function remember(unanswered: Map<string, Set<ServerResponse>>, session: string, response: ServerResponse): void {
  const own = unanswered.get(session) ?? new Set();
  unanswered.set(session, own.add(response));
  response.once('close', () => {
    own.delete(response);
    if (own.size === 0) unanswered.delete(session);
  });
}

/** Waits until responses are sent, but not longer than this. */
async function answered(responses: readonly ServerResponse[], patienceMs: number): Promise<void> {
  if (responses.length === 0) return;
  const late = new AbortController();
  const closed = responses.map((response) => new Promise((resolve) => response.once('close', resolve)));
  await Promise.race([Promise.all(closed), pause(patienceMs, late.signal)]);
  late.abort();
}

function pause(ms: number, ended?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    ended?.addEventListener('abort', () => clearTimeout(timer), { once: true });
  });
}

const isPage = ({ method }: IncomingMessage) => method === 'GET' || method === 'HEAD';

/** Browsers ask for a page that is reloaded like this. */
const isReload = ({ headers }: IncomingMessage) =>
  headers['sec-fetch-dest'] === 'document' && /max-age=0|no-cache/.test(headers['cache-control'] ?? '');

const isForm = ({ method, headers }: IncomingMessage) =>
  method === 'POST' && (headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded');
