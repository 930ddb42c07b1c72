import { timingSafeEqual } from 'node:crypto';

import { Hono } from 'hono';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** A figure with what it means, or one for each set of labels. Its name begins with `motothek_`; times are in seconds. */
export interface Metric {
  name: string;
  help: string;
  values: { labels?: Record<string, string>; value: number }[];
}

/** A request that is over. */
export interface AnsweredRequest {
  method: string;
  /** Pattern of its address. */
  route: string;
  /** undefined: the client left before there was one. */
  status: number | undefined;
  durationMs: number;
}

interface Metrics {
  /** Counts a request. */
  observe(request: AnsweredRequest): void;
  routes: Hono;
}

/** Upper bounds in seconds: a quick page, the longest that feels immediate, a slow one, one that is stuck. Own choice. */
const durations = [0.05, 0.2, 1, 5];

/**
 * `/metrics` gives figures in the text format of Prometheus to those who send METRICS_SECRET as a bearer token: of
 * requests, of the process, and those that `read` returns. Without the setting there is no such page, and nothing is
 * counted. Responds with 503 if the figures cannot be read.
 */
export function createMetrics(secret: string | undefined, read: () => Promise<Metric[]>): Metrics {
  const routes = new Hono();
  if (secret === undefined) {
    routes.get('/metrics', (c) => c.notFound());
    return { observe: () => undefined, routes };
  }
  const { own, observe } = measureRequests();
  routes.get('/metrics', async (c) => {
    const noStore = { 'Cache-Control': 'no-store' };
    if (!isSame(c.req.header('Authorization') ?? '', `Bearer ${secret}`)) {
      return c.text('Unauthorized', 401, { ...noStore, 'WWW-Authenticate': 'Bearer' });
    }
    const figures = await read().catch(() => null);
    if (figures === null) return c.text('Service Unavailable', 503, noStore);
    const all = Registry.merge([own, registryOf(figures)]);
    return c.body(await all.metrics(), 200, { ...noStore, 'Content-Type': all.contentType });
  });
  return { observe, routes };
}

/** Memory, processor and event loop of this process, and the requests that it has answered. */
function measureRequests() {
  const own = new Registry();
  collectDefaultMetrics({ register: own });
  const requests = new Histogram({
    name: 'motothek_request_seconds',
    help: 'Time until a request was answered, by the pattern of its address.',
    labelNames: ['method', 'route', 'status'],
    buckets: durations,
    registers: [own],
  });
  const observe = ({ method, route, status, durationMs }: AnsweredRequest) =>
    requests.observe({ method, route, status: status ?? 'none' }, durationMs / 1000);
  return { own, observe };
}

function registryOf(figures: readonly Metric[]): Registry {
  const registry = new Registry();
  for (const { name, help, values } of figures) {
    const labelNames = [...new Set(values.flatMap(({ labels = {} }) => Object.keys(labels)))];
    const gauge = new Gauge({ name, help, labelNames, registers: [registry] });
    for (const { labels = {}, value } of values) gauge.set(labels, value);
  }
  return registry;
}

function isSame(given: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)];
  return one.length === other.length && timingSafeEqual(one, other);
}
