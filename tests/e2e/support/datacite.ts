import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

import { serve } from '@hono/node-server';

import { answerAsDatacite, dataciteAccount, type DataciteRecords, readAttributes } from '../../support/datacite-rules';

/** DataCite's REST API by `answerAsDatacite`, at an address of this machine. */
export interface Datacite {
  records: DataciteRecords;
  /** Settings of a server that registers DOIs there. */
  settings: Record<string, string>;
  stop(): Promise<void>;
}

export async function startDatacite(): Promise<Datacite> {
  const records: DataciteRecords = new Map();
  const server = serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: async (request) => answerAsDatacite(records, request, (await readAttributes(request)).attributes),
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    records,
    settings: {
      DATACITE_API_URL: `http://127.0.0.1:${port}`,
      DATACITE_REPOSITORY_ID: dataciteAccount.repositoryId,
      DATACITE_PASSWORD: dataciteAccount.password,
      DATACITE_PREFIX: dataciteAccount.prefix,
    },
    stop: async () => {
      server.close();
      await once(server, 'close');
    },
  };
}
