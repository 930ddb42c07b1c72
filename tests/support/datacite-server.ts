import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';

/** Account of the tests at DataCite. */
export const dataciteAccount = {
  apiUrl: 'https://api.datacite.org',
  repositoryId: 'EXAMPLE.MOTOTHEK',
  password: 'correct horse',
  prefix: '10.12345',
};

type Attributes = Record<string, unknown> & { doi?: string; event?: string };
type State = 'draft' | 'registered' | 'findable';

export interface DataciteServer {
  /** DOIs with their state and last attributes. */
  records: Map<string, { state: State; attributes: Attributes }>;
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

/**
 * DataCite's REST API as documented (https://support.datacite.org/docs/api-create-dois,
 * …/updating-metadata-with-the-rest-api, …/doi-states, …/api-error-codes): a draft has no event; a DOI that exists gets
 * 422; an update creates a missing DOI; only drafts can be deleted; an incomplete record stays a draft; 'register' is for
 * drafts and 'hide' for findable DOIs, and any other event changes nothing. msw replaces the network.
 */
export function createDataciteServer(): DataciteServer {
  const server = setupServer(
    http.all(`${dataciteAccount.apiUrl}/*`, async ({ request }) => {
      const text = await request.text();
      const body = text === '' ? null : (JSON.parse(text) as { data: { attributes: Attributes } });
      const { pathname } = new URL(request.url);
      const attributes = body?.data.attributes ?? {};
      const call = [request.method, pathname, attributes.event].filter(Boolean).join(' ');
      datacite.calls.push(call);
      datacite.requests.push({ body, headers: request.headers });
      return (await datacite.trouble(call)) ?? answer(datacite, request, attributes);
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

function stateAfter(state: State, event: string): State {
  if (event === 'publish') return 'findable';
  const isRegistered = (event === 'register' && state === 'draft') || (event === 'hide' && state === 'findable');
  return isRegistered ? 'registered' : state;
}

/** A response in the format of DataCite's errors. */
export function dataciteError(status: number, title: string, headers: Record<string, string> = {}): Response {
  return HttpResponse.json({ errors: [{ status: String(status), title }] }, { status, headers });
}

function answer({ records }: DataciteServer, request: Request, attributes: Attributes): Response {
  const { repositoryId, password, prefix } = dataciteAccount;
  const expected = `Basic ${Buffer.from(`${repositoryId}:${password}`).toString('base64')}`;
  if (request.headers.get('Authorization') !== expected) return dataciteError(401, 'Bad credentials.');
  const named = decodeURIComponent(new URL(request.url).pathname.replace(/^\/dois\/?/, ''));
  const doi = (named || String(attributes.doi)).toLowerCase();
  if (!doi.startsWith(`${prefix}/`)) {
    return dataciteError(403, 'You are not authorized to access this resource.');
  }
  const known = records.get(doi);
  if (request.method === 'DELETE') {
    if (!known) return dataciteError(404, "The resource you are looking for doesn't exist.");
    if (known.state !== 'draft') return dataciteError(405, 'Method not allowed');
    records.delete(doi);
    return new Response(null, { status: 204 });
  }
  if (request.method === 'GET') {
    if (!known) return dataciteError(404, "The resource you are looking for doesn't exist.");
    const data = { id: doi, type: 'dois', attributes: { ...known.attributes, state: known.state } };
    return HttpResponse.json({ data });
  }
  if (request.method === 'POST' && known) {
    const errors = [{ source: 'doi', uid: doi, title: 'This DOI has already been taken' }];
    return HttpResponse.json({ errors }, { status: 422 });
  }
  const { event, ...told } = attributes;
  const merged = { ...known?.attributes, ...told, doi };
  const isWhole = 'url' in merged && 'creators' in merged && 'titles' in merged;
  const state = stateAfter(known?.state ?? 'draft', isWhole ? (event ?? '') : '');
  records.set(doi, { state, attributes: merged });
  const data = { id: doi, type: 'dois', attributes: { ...merged, state } };
  return HttpResponse.json({ data }, { status: known ? 200 : 201 });
}
