import { createHash } from 'node:crypto';
import { cpSync, readFileSync } from 'node:fs';
import path from 'node:path';

import type { FullConfig } from '@playwright/test';

import { projectRoot } from '../../support/imports';
import { keepFolder } from '../../support/kept-folder';
import { sayWhatIsSkipped } from '../../support/postgresql-server';
import { demoPassword, startServer, type ServerProcess } from './server-process';

/** Starts a server with the demonstration for each worker, so that journeys do not affect each other. */
export default async function globalSetup({ workers }: FullConfig): Promise<() => Promise<void>> {
  process.env.E2E_DEMONSTRATION = await prepareDemonstration();
  const servers = await Promise.all(Array.from({ length: workers }, () => startServer()));
  process.env.E2E_SERVERS = JSON.stringify(servers.map(({ origin, dataDir }) => ({ origin, dataDir })));
  return async () => {
    await Promise.all(servers.map((server) => server.stop()));
    sayWhatIsSkipped();
    const warnings = servers.flatMap(warningsOf);
    if (warnings.length > 0) throw new Error(`The servers wrote warnings:\n${warnings.join('\n')}`);
  };
}

/**
 * A data folder with the demonstration, for servers to start with a copy of it. Creating one takes many seconds, so it
 * is kept for further runs with the same build.
 */
function prepareDemonstration(): Promise<string> {
  const build = readFileSync(path.join(projectRoot, 'build/server.js'));
  const hash = createHash('sha256').update(build).update(demoPassword).digest('hex').slice(0, 16);
  return keepFolder('demonstration-', hash, async (folder) => {
    const server = await startServer();
    await server.terminate();
    cpSync(server.dataDir, folder, { recursive: true });
    await server.stop();
  });
}

/** Warnings of Node.js and libraries, except that of oidc-provider about Node.js 20, which is past its end of life. */
function warningsOf(server: ServerProcess): string[] {
  const { stderr } = server.streams();
  const isExpected = (line: string) => process.versions.node.startsWith('20.') && line.includes('Unsupported runtime');
  return stderr.split('\n').filter((line) => /warning/i.test(line) && !isExpected(line));
}
