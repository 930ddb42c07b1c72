import { http } from 'msw';
import { setupServer } from 'msw/node';

import { answerAsDatacite, dataciteAccount, type DataciteRecords, readAttributes } from './datacite-rules';

export { dataciteAccount, dataciteError } from './datacite-rules';

export interface DataciteServer {
  records: DataciteRecords;
  /** Received calls, such as 'PUT /dois/10.12345/x publish'. */
  calls: string[];
  /** Bodies and headers of these calls. */
  requests: { body: unknown; headers: Headers }[];
  /** Replaces the response to a call if it returns one. */
  trouble: (call: string) => Response | Promise<Response | undefined> | undefined;
  listen(): void;
  close(): void;
  reset(): void;
}

/** DataCite's REST API by `answerAsDatacite`; msw replaces the network. */
export function createDataciteServer(): DataciteServer {
  const server = setupServer(
    http.all(`${dataciteAccount.apiUrl}/*`, async ({ request }) => {
      const { body, attributes } = await readAttributes(request);
      const { pathname } = new URL(request.url);
      const call = [request.method, pathname, attributes.event].filter(Boolean).join(' ');
      datacite.calls.push(call);
      datacite.requests.push({ body, headers: request.headers });
      return (await datacite.trouble(call)) ?? answerAsDatacite(datacite.records, request, attributes);
    }),
  );
  const datacite: DataciteServer = {
    records: new Map(),
    calls: [],
    requests: [],
    trouble: () => undefined,
    listen: () => server.listen({ onUnhandledRequest: 'error' }),
    close: () => server.close(),
    reset: () => {
      datacite.records.clear();
      datacite.calls = [];
      datacite.requests = [];
      datacite.trouble = () => undefined;
    },
  };
  return datacite;
}
