import type { FullConfig } from '@playwright/test';

import { sayWhatIsSkipped } from '../../support/postgresql-server';
import { startServer, type ServerProcess } from './server-process';

/**
 * Starts a server with the demonstration for each worker, so that journeys do not affect each other. Creating the
 * demonstration takes many seconds, so it is done once, and every other server starts with a copy of the data folder.
 */
export default async function globalSetup({ workers }: FullConfig): Promise<() => Promise<void>> {
  const first = await startServer();
  await first.terminate();
  process.env.E2E_DEMONSTRATION = first.dataDir;
  const servers = await Promise.all(Array.from({ length: workers }, () => startServer()));
  process.env.E2E_SERVERS = JSON.stringify(servers.map(({ origin, dataDir }) => ({ origin, dataDir })));
  return async () => {
    await Promise.all([first, ...servers].map((server) => server.stop()));
    sayWhatIsSkipped();
    const warnings = servers.flatMap(warningsOf);
    if (warnings.length > 0) throw new Error(`The servers wrote warnings:\n${warnings.join('\n')}`);
  };
}

/** Warnings of Node.js and libraries, except that of oidc-provider about Node.js 20, which is past its end of life. */
function warningsOf(server: ServerProcess): string[] {
  const { stderr } = server.streams();
  const isExpected = (line: string) => process.versions.node.startsWith('20.') && line.includes('Unsupported runtime');
  return stderr.split('\n').filter((line) => /warning/i.test(line) && !isExpected(line));
}
