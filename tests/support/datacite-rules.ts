/** Account of the tests at DataCite. */
export const dataciteAccount = {
  apiUrl: 'https://api.datacite.org',
  repositoryId: 'EXAMPLE.MOTOTHEK',
  password: 'correct horse',
  prefix: '10.12345',
};

export type Attributes = Record<string, unknown> & { doi?: string; event?: string };
type State = 'draft' | 'registered' | 'findable';

/** DOIs with their state and last attributes. */
export type DataciteRecords = Map<string, { state: State; attributes: Attributes }>;

/** Without these, a DOI stays a draft (https://support.datacite.org/docs/doi-states). */
const mandatory = ['url', 'creators', 'titles', 'publisher', 'publicationYear', 'types'];

/** Attributes of a call; empty without a body. */
export async function readAttributes(request: Request): Promise<{ body: unknown; attributes: Attributes }> {
  const text = await request.text();
  const body = text === '' ? null : (JSON.parse(text) as { data: { attributes: Attributes } });
  return { body, attributes: body?.data.attributes ?? {} };
}

function stateAfter(state: State, event: string): State {
  if (event === 'publish') return 'findable';
  const isRegistered = (event === 'register' && state === 'draft') || (event === 'hide' && state === 'findable');
  return isRegistered ? 'registered' : state;
}

/** A response in the format of DataCite's errors. */
export function dataciteError(status: number, title: string, headers: Record<string, string> = {}): Response {
  return Response.json({ errors: [{ status: String(status), title }] }, { status, headers });
}

/**
 * What DataCite's REST API answers, as documented (https://support.datacite.org/docs/api-create-dois,
 * …/updating-metadata-with-the-rest-api, …/doi-states, …/api-error-codes): a draft has no event; a DOI that exists gets
 * 422; an update creates a missing DOI; only drafts can be deleted; a record without the mandatory properties stays a
 * draft; 'register' is for drafts and 'hide' for findable DOIs, and any other event changes nothing. Changes `records`.
 */
export function answerAsDatacite(records: DataciteRecords, request: Request, attributes: Attributes): Response {
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
    return Response.json({ data });
  }
  if (request.method === 'POST' && known) {
    const errors = [{ source: 'doi', uid: doi, title: 'This DOI has already been taken' }];
    return Response.json({ errors }, { status: 422 });
  }
  const { event, ...told } = attributes;
  const merged: Attributes = { ...known?.attributes, ...told, doi };
  const isWhole = mandatory.every((name) => merged[name] !== undefined && merged[name] !== null);
  const state = stateAfter(known?.state ?? 'draft', isWhole ? (event ?? '') : '');
  records.set(doi, { state, attributes: merged });
  const data = { id: doi, type: 'dois', attributes: { ...merged, state } };
  return Response.json({ data }, { status: known ? 200 : 201 });
}
