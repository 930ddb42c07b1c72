import type { Browser } from '../../services/identity/testing/browser';
import { balancerHeader } from './balancer';

/** Outcomes of the requests of one kind, and of their writes. */
export interface Counts {
  /** Expected responses; for a write, the promise that it is kept. */
  acknowledged: number;
  refused503: number;
  /** No response, or none from a server. */
  connectionErrors: number;
  /** A 5xx without one of our pages or messages. */
  bareErrors: number;
  /** Anything else unexpected: another 5xx, a 4xx, a redirect to sign-in. */
  otherAnswers: number;
  /** Acknowledged but missing. */
  lost: number;
  /** Uploads that were acknowledged and cannot be read, or whose complete file was refused. */
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
/** Number of examples kept for each kind of failure. */
const maxExamples = 4;
/** A request that takes longer is aborted, because the server hangs. */
const longestMs = 60_000;

/** Counts the outcomes of a scenario, with examples of failures. */
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
   * Sends a request and counts its outcome. Returns the response with its body if its status is one of `expected`,
   * otherwise null.
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
  // HEAD has no body to check.
  if (status >= 500 && text !== '' && !/<h1|"(?:message|title)":"[^"]/.test(text)) return ['bareErrors'];
  return [status === 503 ? 'refused503' : 'otherAnswers'];
}

function excerpt(text: string): string {
  const heading = /<h1[^>]*>([^<]*)/.exec(text)?.[1];
  return heading ?? text.replace(/\s+/g, ' ').slice(0, 80);
}
