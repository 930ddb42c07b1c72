import type { FullConfig } from '@playwright/test';

import { startServer } from './server-process';

/** A server with the demonstration for each worker, so that no journey meets what another one does meanwhile. */
export default async function globalSetup({ workers }: FullConfig): Promise<() => Promise<void>> {
  const servers = await Promise.all(Array.from({ length: workers }, () => startServer()));
  process.env.E2E_SERVERS = JSON.stringify(servers.map(({ origin, dataDir }) => ({ origin, dataDir })));
  return async () => {
    await Promise.all(servers.map((server) => server.stop()));
  };
}
