import {
  type Attributes,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import type pg from 'pg';

/**
 * Spans of OpenTelemetry. Without `openTracing` nobody collects them, and these functions only call what they are given.
 * Attributes hold patterns and statements with placeholders, never values (docs/operations.md).
 */
const tracer = trace.getTracer('motothek');

/** Runs work as a part of the present trace, or as the beginning of one. */
export function traced<Result>(
  name: string,
  attributes: Attributes,
  work: (span: Span) => Promise<Result>,
): Promise<Result> {
  return tracer.startActiveSpan(name, { attributes }, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      fail(span, error);
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Runs work as the trace of a request, which goes on with that of its client, until `end` is called with its status. */
export function tracedRequest(
  { method = '', headers }: { method?: string; headers: Record<string, string | string[] | undefined> },
  route: string,
  work: (end: (status: number | undefined) => void) => void,
): void {
  const attributes = { 'http.request.method': method, 'http.route': route };
  const from = propagation.extract(ROOT_CONTEXT, headers);
  tracer.startActiveSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, from, (span) =>
    work((status) => {
      if (status !== undefined) span.setAttribute('http.response.status_code', status);
      if (status === undefined || status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    }),
  );
}

/** A part of the present trace that ends when it is first told to; outside of one there is none. */
export function beginPart(name: string, attributes: Attributes): (error?: unknown) => void {
  if (!trace.getActiveSpan()) return () => undefined;
  const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes });
  return (error) => {
    if (!span.isRecording()) return;
    if (error) fail(span, error);
    span.end();
  };
}

/** Makes the statements of a connection parts of the present trace. */
export function traceStatements(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...asked: unknown[]) => unknown;
  const watched = (...asked: unknown[]) => {
    if (!trace.getActiveSpan()) return query(...asked);
    const text = typeof asked[0] === 'string' ? asked[0] : ((asked[0] as { text?: string } | null)?.text ?? '');
    const [verb = ''] = text.trimStart().split(/\s/, 1);
    const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text };
    const end = beginPart(`sql ${verb.toLowerCase()}`, attributes);
    const told = asked.at(-1);
    if (typeof told === 'function') {
      const tell = context.bind(context.active(), told as (error: unknown, result: unknown) => void);
      return query(...asked.slice(0, -1), (error: unknown, result: unknown) => {
        end(error);
        tell(error, result);
      });
    }
    const answer = query(...asked);
    if (answer instanceof Promise) answer.then(() => end(), end);
    else end();
    return answer;
  };
  client.query = watched as typeof client.query;
}

/** Id of the present trace, for the log; undefined outside of one. */
export function traceId(): string | undefined {
  return trace.getActiveSpan()?.spanContext().traceId;
}

/** Only the name of an error: its message may hold values. */
function fail(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown');
}
