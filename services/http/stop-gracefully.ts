import type { Server } from 'node:http';

/** Time running requests get after SIGTERM. */
const graceMs = 30_000;

/**
 * On SIGTERM or SIGINT: takes no new connections, lets running requests end, then closes what stands
 * behind them and leaves. A second signal leaves at once.
 */
export function stopGracefully(
  server: Server,
  close: () => Promise<void>,
  log: { info(text: string): void },
): void {
  let stopping = false;
  const stop = (signal: string) => {
    if (stopping) process.exit(1);
    stopping = true;
    log.info(`${signal}: finishing running requests`);
    const timer = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearTimeout(timer);
      close().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    });
    server.closeIdleConnections();
  };
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGINT'));
}
