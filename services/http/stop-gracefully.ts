import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Time for `close`. Five seconds of it are for running jobs. */
const closeMs = 10_000;
/** Time for the first request on a new connection to arrive. */
const headMs = 1000;
/** npm passes a Ctrl-C on to a process that has just received it from the terminal. This does not count as a second signal. */
const sameOrderMs = 500;

interface StopOptions {
  /** Longest time between the signal and cutting off running requests. */
  stopMs: number;
  /** Part of it in which new connections are still accepted, so that load balancers notice that the server is not ready. */
  stopPauseMs: number;
  /** Closes everything that requests depend on. */
  close(): Promise<void>;
  log: { info(text: string): void; warn(text: string): void };
}

export interface Stopping {
  /** Whether the server has been told to stop. */
  hasBegun(): boolean;
  /** Waits for running requests, cuts off the rest and calls `close`. */
  stop(): Promise<void>;
}

/**
 * Keeps track of the connections of a server and closes them in order. Responses that are sent after the signal carry
 * `Connection: close`. Idle connections are closed after the pause.
 */
export function prepareToStop(server: Server, { stopMs, stopPauseMs, close, log }: StopOptions): Stopping {
  const sockets = new Set<Socket>();
  const running = new Set<ServerResponse>();
  let hasBegun = false;
  const announceClose = (response: ServerResponse) => {
    if (!response.headersSent) response.setHeader('Connection', 'close');
  };
  /** Browsers open some connections in advance. Node does not count them as idle before their first request. */
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
      // If its headers were sent before the signal, the connection was kept alive.
      if (hasBegun) setImmediate(() => server.closeIdleConnections());
    });
    if (hasBegun) announceClose(response);
  });

  async function stop(): Promise<void> {
    hasBegun = true;
    running.forEach(announceClose);
    const cutting = setTimeout(() => {
      log.warn(`Time to stop is over after ${stopMs / 1000} seconds. ${running.size} running requests are cut off.`);
      server.closeAllConnections();
    }, stopMs);
    await pause(Math.min(stopPauseMs, stopMs));
    await new Promise<void>((resolve) => {
      // Also closes idle connections.
      server.close(() => resolve());
      setTimeout(closeUnused, Math.min(headMs, stopMs)).unref();
    });
    clearTimeout(cutting);
    await close();
  }
  return { hasBegun: () => hasBegun, stop };
}

export interface Signals {
  /** Whether one has come. */
  haveCome(): boolean;
  /** From now on, the first signal stops the server before the exit. */
  stopFirst(stopping: Stopping, stopMs: number): void;
}

/**
 * Exits with 0 on SIGTERM or SIGINT, also while the server starts and has nothing to finish. A second signal exits at
 * once.
 */
export function exitOnSignals(log: Pick<StopOptions['log'], 'info'>): Signals {
  let orderedAt: number | null = null;
  let finish = (signal: string): void => {
    log.info(`${signal}: stopped while starting`);
    process.exit(0);
  };
  const onSignal = (signal: string) => {
    if (orderedAt !== null) {
      if (Date.now() - orderedAt > sameOrderMs) process.exit(1);
      return;
    }
    orderedAt = Date.now();
    finish(signal);
  };
  process.on('SIGTERM', () => onSignal('SIGTERM'));
  process.on('SIGINT', () => onSignal('SIGINT'));
  return {
    haveCome: () => orderedAt !== null,
    stopFirst({ stop }, stopMs) {
      finish = (signal) => {
        log.info(`${signal}: finishing running requests`);
        // If the server exits without returning its jobs, other servers continue them like those of a crashed one.
        setTimeout(() => process.exit(1), stopMs + closeMs);
        stop().then(
          () => process.exit(0),
          () => process.exit(1),
        );
      };
    },
  };
}
