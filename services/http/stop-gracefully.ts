import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Time that what stands behind the server gets to close; running jobs alone have five seconds of it. */
const closeMs = 10_000;
/** Time for the head of a request on a connection that was just opened. */
const headMs = 1000;
/** npm hands a Ctrl-C on to the process that has just had it from the terminal: no second order. */
const sameOrderMs = 500;

interface StopOptions {
  /** Longest time from the order to stop until running requests are cut. */
  stopMs: number;
  /** Part of it in which new connections are still taken: balancers see that readiness is refused. */
  stopPauseMs: number;
  /** Closes what stands behind the server. */
  close(): Promise<void>;
  log: { info(text: string): void; warn(text: string): void };
}

export interface Stopping {
  /** True from the order to stop on. */
  hasBegun(): boolean;
  /** Lets running requests end, cuts what is left, closes what stands behind. */
  stop(): Promise<void>;
}

/**
 * Knows the connections of a server and ends them in good order: each with the answer that is on its way or
 * comes during the pause, which says so (`Connection: close`), and after the pause idle ones at once.
 */
export function prepareToStop(server: Server, { stopMs, stopPauseMs, close, log }: StopOptions): Stopping {
  const sockets = new Set<Socket>();
  const running = new Set<ServerResponse>();
  let hasBegun = false;
  const sayLast = (response: ServerResponse) => {
    if (!response.headersSent) response.setHeader('Connection', 'close');
  };
  /** Connections without a request yet, which node does not count as idle: browsers open some in advance. */
  const closeUnused = () => {
    const busy = new Set([...running].map(({ req }) => req.socket));
    for (const socket of sockets) if (!busy.has(socket)) socket.destroySoon();
  };
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.prependListener('request', (_, response) => {
    running.add(response);
    response.once('close', () => {
      running.delete(response);
      // The head of an answer may have been out before the order came: its connection was to be kept.
      if (hasBegun) setImmediate(() => server.closeIdleConnections());
    });
    if (hasBegun) sayLast(response);
  });

  async function stop(): Promise<void> {
    hasBegun = true;
    running.forEach(sayLast);
    const cutting = setTimeout(() => {
      log.warn(`Time limit of ${stopMs / 1000} seconds reached: ${running.size} running requests are aborted.`);
      server.closeAllConnections();
    }, stopMs);
    await pause(Math.min(stopPauseMs, stopMs));
    await new Promise<void>((resolve) => {
      // Closes idle connections too.
      server.close(() => resolve());
      setTimeout(closeUnused, Math.min(headMs, stopMs)).unref();
    });
    clearTimeout(cutting);
    await close();
  }
  return { hasBegun: () => hasBegun, stop };
}

/** On SIGTERM or SIGINT: stops and leaves. A second signal leaves at once. */
export function stopOnSignals({ stop }: Stopping, { stopMs, log }: Pick<StopOptions, 'stopMs' | 'log'>): void {
  let orderedAt: number | null = null;
  const onSignal = (signal: string) => {
    if (orderedAt !== null) {
      if (Date.now() - orderedAt > sameOrderMs) process.exit(1);
      return;
    }
    orderedAt = Date.now();
    log.info(`${signal}: finishing running requests`);
    // Jobs of a server that leaves without handing them back are taken up again like those of a dead one.
    setTimeout(() => process.exit(1), stopMs + closeMs);
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', () => onSignal('SIGTERM'));
  process.on('SIGINT', () => onSignal('SIGINT'));
}
