import type { FullConfig } from '@playwright/test';

import { sayWhatIsSkipped } from '../../support/postgresql-server';
import { startServer, type ServerProcess } from './server-process';

/**
 * A server with the demonstration for each worker, so that no journey meets what another one does in the meantime. Making
 * the demonstration takes many seconds: it is made once, and every other server starts on a copy of its data folder.
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

/** Warnings of Node and of libraries. On Node 20, which is past its end of life, oidc-provider warns at every start. */
function warningsOf(server: ServerProcess): string[] {
  const { stderr } = server.streams();
  const isExpected = (line: string) => process.versions.node.startsWith('20.') && line.includes('Unsupported runtime');
  return stderr.split('\n').filter((line) => /warning/i.test(line) && !isExpected(line));
}
