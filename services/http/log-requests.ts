import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

import { logContext, withLogContext, type LogContext } from '../log/log-context';
import { log } from './log';
import type { RouteName } from './route-names';

/**
 * A listener whose requests each leave a line in the log when they are over: method, route, status and
 * duration, under an id of ours that stands on every line which is written meanwhile and is sent back as
 * `X-Request-Id`. Neither address nor headers of a request get into the log, but for the pattern of its path.
 */
export function logRequests(listener: RequestListener, nameOf: (path: string) => RouteName): RequestListener {
  return (request, response) => {
    const started = performance.now();
    const [path = '/'] = (request.url ?? '/').split('?', 1);
    const { route, isQuiet } = nameOf(path);
    const context: LogContext = { requestId: randomUUID(), route };
    response.setHeader('X-Request-Id', context.requestId!);
    withLogContext(context, () => {
      response.once('close', () => tellRequest(request, response, { isQuiet, started }));
      listener(request, response);
    });
  };
}

/** Written within the request's context. */
function tellRequest(
  { method = '' }: IncomingMessage,
  response: ServerResponse,
  { isQuiet, started }: { isQuiet: boolean; started: number },
): void {
  const status = response.headersSent ? response.statusCode : undefined;
  const reference = logContext()?.reference;
  log.request({
    isQuiet,
    method,
    durationMs: Math.round(performance.now() - started),
    ...(status === undefined ? {} : { status }),
    ...(response.writableFinished ? {} : { cutOff: true }),
    ...(reference === undefined ? {} : { reference }),
  });
}
