import type { FullConfig } from '@playwright/test';

import { startServer, type ServerProcess } from './server-process';

/** A server with the demonstration for each worker, so that no journey meets what another one does meanwhile. */
export default async function globalSetup({ workers }: FullConfig): Promise<() => Promise<void>> {
  const servers = await Promise.all(Array.from({ length: workers }, () => startServer()));
  process.env.E2E_SERVERS = JSON.stringify(servers.map(({ origin, dataDir }) => ({ origin, dataDir })));
  return async () => {
    await Promise.all(servers.map((server) => server.stop()));
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
