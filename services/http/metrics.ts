import { timingSafeEqual } from 'node:crypto';

import { Hono } from 'hono';

/** A figure with what it means. Its name begins with `motothek_`; ages are in seconds. */
export interface Metric {
  name: string;
  help: string;
  value: number;
}

const contentType = 'text/plain; version=0.0.4; charset=utf-8';

/**
 * `/metrics` gives figures in the text format of Prometheus to those who send METRICS_SECRET as a bearer token. Without
 * the setting there is no such page. Responds with 503 if the figures cannot be read.
 */
export function metricRoutes(secret: string | undefined, read: () => Promise<Metric[]>): Hono {
  const metrics = new Hono();
  metrics.get('/metrics', async (c) => {
    const noStore = { 'Cache-Control': 'no-store' };
    if (secret === undefined) return c.notFound();
    if (!isSame(c.req.header('Authorization') ?? '', `Bearer ${secret}`)) {
      return c.text('Unauthorized', 401, { ...noStore, 'WWW-Authenticate': 'Bearer' });
    }
    const figures = await read().catch(() => null);
    if (figures === null) return c.text('Service Unavailable', 503, noStore);
    const lines = figures.map(
      ({ name, help, value }) => `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${name} ${value}\n`,
    );
    return c.body(lines.join(''), 200, { ...noStore, 'Content-Type': contentType });
  });
  return metrics;
}

function isSame(given: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)];
  return one.length === other.length && timingSafeEqual(one, other);
}
