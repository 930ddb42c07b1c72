import { startServer } from './server-process';

/** One server with the demonstration for all journeys; its address is E2E_ORIGIN. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const server = await startServer();
  process.env.E2E_ORIGIN = server.origin;
  process.env.E2E_DATA_DIR = server.dataDir;
  return () => server.stop();
}
