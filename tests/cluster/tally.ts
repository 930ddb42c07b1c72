import type { Browser } from '../../services/identity/testing/browser';
import { balancerHeader } from './balancer';

/** What became of requests of one kind, and of what they wrote. */
export interface Counts {
  /** Answered as it should be: for a write, the promise that it is kept. */
  acknowledged: number;
  refused503: number;
  /** No answer, or none of a server's. */
  connectionErrors: number;
  /** A 5xx without a page or a message of ours. */
  bareErrors: number;
  /** Anything else that was not expected: another 5xx, a 4xx, being asked to sign in. */
  otherAnswers: number;
  /** Acknowledged and not there. */
  lost: number;
  /** Uploads that were acknowledged and cannot be read, or whose whole file was refused. */
  failedForGood: number;
}

const none: Counts = {
  acknowledged: 0,
  refused503: 0,
  connectionErrors: 0,
  bareErrors: 0,
  otherAnswers: 0,
  lost: 0,
  failedForGood: 0,
};
/** Examples that are kept of each kind of trouble. */
const maxExamples = 4;
/** A request that takes longer is given up: the server stands still. */
const longestMs = 60_000;

/** Counts what a scenario has seen, with examples of what went wrong. */
export class Tally {
  readonly counts = new Map<string, Counts>();
  readonly examples = new Map<string, string[]>();

  add(kind: string, what: keyof Counts, example?: string): void {
    const counts = this.counts.get(kind) ?? { ...none };
    counts[what] += 1;
    this.counts.set(kind, counts);
    const examples = this.examples.get(what) ?? [];
    if (example !== undefined && examples.length < maxExamples) examples.push(`${kind}: ${example}`);
    this.examples.set(what, examples);
  }

  sum(what: keyof Counts): number {
    return [...this.counts.values()].reduce((total, counts) => total + counts[what], 0);
  }

  /**
   * Sends a request and counts what became of it. Returns the response, its body read, when its status is one
   * of `expected`, null otherwise.
   */
  async send(
    kind: string,
    browser: Browser,
    address: string,
    { expected, ...init }: RequestInit & { expected: number[] },
  ): Promise<{ response: Response; text: string } | null> {
    const what = `${init.method ?? 'GET'} ${address}`;
    try {
      const response = await browser.request(address, { ...init, signal: AbortSignal.timeout(longestMs) });
      const text = await response.text();
      if (expected.includes(response.status)) {
        this.add(kind, 'acknowledged');
        return { response, text };
      }
      const location = response.headers.get('Location') ?? '';
      this.add(kind, ...judge(response, text), `${what}: ${response.status} ${location || excerpt(text)}`);
    } catch (error) {
      const { message, cause } = error as Error & { cause?: NodeJS.ErrnoException };
      this.add(kind, 'connectionErrors', `${what}: ${cause?.code ?? message}`);
    }
    return null;
  }
}

function judge({ status, headers }: Response, text: string): [keyof Counts] {
  if (headers.has(balancerHeader)) return ['connectionErrors'];
  // HEAD has no body to judge.
  if (status >= 500 && text !== '' && !/<h1|"(?:message|title)":"[^"]/.test(text)) return ['bareErrors'];
  return [status === 503 ? 'refused503' : 'otherAnswers'];
}

function excerpt(text: string): string {
  const heading = /<h1[^>]*>([^<]*)/.exec(text)?.[1];
  return heading ?? text.replace(/\s+/g, ' ').slice(0, 80);
}
