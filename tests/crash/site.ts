import { setTimeout as delay } from 'node:timers/promises';

import { type ApiServer, startApiServer } from './api-server';

/** Time in which a command lets go of the data folder, and between two looks. */
const longestUseMs = 60_000;
const pollMs = 500;

/** One server with an embedded database, or two with one PostgreSQL database and one data folder. */
export interface Site {
  /** The server whose turn it is. */
  server(): ApiServer;
  /**
   * Kills the server whose turn it is, with its embedded database, and starts it again. Where there are two, the other
   * one has its turn at once, while the killed one starts.
   */
  kill(): Promise<void>;
  /** What any of the servers has reported as an error so far. */
  errors(): string;
  /** Ends all servers. */
  close(): Promise<void>;
}

/** Starts a site whose folder is empty. */
export async function startSite(folder: string, entry: string, databaseUrl: string | null): Promise<Site> {
  const start = () => startWhenFree(() => startApiServer(folder, entry, 0, databaseUrl));
  // One after the other, because the first one makes the tables.
  const servers = [await start()];
  if (databaseUrl !== null) servers.push(await start());
  let starting: Promise<void> = Promise.resolve();
  let earlierErrors = '';
  return {
    server: () => servers[0]!,
    async kill() {
      await starting;
      const killed = servers.shift()!;
      await killed.kill();
      earlierErrors += killed.errors();
      starting = start().then((server) => void servers.push(server));
      if (servers.length === 0) await starting;
      // Whoever waits for it gets the reason; until then it must not end the process.
      starting.catch(() => undefined);
    },
    errors: () => earlierErrors + servers.map((server) => server.errors()).join(''),
    async close() {
      await starting;
      await Promise.all(servers.map((server) => server.kill()));
    },
  };
}

/** A backup that finds no server opens the embedded database itself, and no server starts until it is done. */
async function startWhenFree(start: () => Promise<ApiServer>): Promise<ApiServer> {
  const until = Date.now() + longestUseMs;
  for (;;) {
    try {
      return await start();
    } catch (error) {
      if (!String(error).includes('is in use') || Date.now() > until) throw error;
      await delay(pollMs);
    }
  }
}
