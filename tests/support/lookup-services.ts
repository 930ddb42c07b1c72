import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How a service behaves. */
export type ServiceMood = 'well' | 'failing' | 'slow' | 'garbage' | 'other' | 'huge' | 'redirecting';

/** A person as ORCID's expanded search answers (https://info.orcid.org/documentation/api-tutorials/). */
const person = {
  'orcid-id': '0000-0002-1825-0097',
  'given-names': 'Josiah',
  'family-names': 'Carberry',
  'credit-name': null,
  'other-name': ['Josiah Stinkney Carberry'],
  email: [],
  'institution-name': ['Brown University', 'Wesleyan University'],
};

/** A record of ROR, schema 2 (https://ror.readme.io/docs/schema-2-1), shortened. */
const organisation = {
  id: 'https://ror.org/04t3en479',
  names: [
    { lang: null, types: ['acronym'], value: 'KIT' },
    { lang: 'en', types: ['ror_display', 'label'], value: 'Karlsruhe Institute of Technology' },
    { lang: 'de', types: ['label'], value: 'Karlsruher Institut für Technologie' },
  ],
  locations: [
    { geonames_id: 2892794, geonames_details: { country_code: 'DE', country_name: 'Germany', name: 'Karlsruhe' } },
  ],
  status: 'active',
  types: ['education', 'funder'],
};

/** A work as Crossref answers (https://api.crossref.org/swagger-ui/index.html), shortened. */
const work = {
  DOI: '10.5555/12345678',
  type: 'journal-article',
  title: ['Toward a <i>Unified</i> Theory of High-Energy Metaphysics'],
  author: [{ given: 'Josiah', family: 'Carberry', sequence: 'first', affiliation: [] }],
  issued: { 'date-parts': [[2008, 8, 13]] },
  'container-title': ['Journal of Psychoceramics'],
};

/** A DOI as DataCite answers (https://support.datacite.org/docs/api-get-doi), shortened. */
const dataset = {
  data: {
    id: '10.5438/0012',
    type: 'dois',
    attributes: {
      doi: '10.5438/0012',
      titles: [{ title: 'DataCite Metadata Schema' }],
      creators: [{ name: 'DataCite Metadata Working Group', nameType: 'Organizational' }],
      publicationYear: 2016,
      publisher: 'DataCite e.V.',
    },
  },
};

const answers: [path: RegExp, answer: (query: URLSearchParams) => unknown][] = [
  [
    /^\/v3\.0\/expanded-search\/$/,
    (query) => {
      const q = query.get('q') ?? '';
      if (q.includes('Nobody')) return { 'expanded-result': null, 'num-found': 0 };
      // Nothing limits the names that people enter there.
      const endless = { ...person, 'family-names': 'x'.repeat(400) };
      const wordy = { ...person, 'institution-name': ['x'.repeat(600), 'Brown University'] };
      const found = q.includes('Endless') ? [endless, wordy] : [person];
      return { 'expanded-result': found, 'num-found': found.length };
    },
  ],
  [/^\/v2\/organizations\/04t3en479$/, () => organisation],
  [/^\/v2\/organizations$/, () => ({ number_of_results: 1, time_taken: 5, items: [organisation], meta: {} })],
  [/^\/works\/10\.5555%2F12345678$/, () => ({ status: 'ok', 'message-type': 'work', message: work })],
  [/^\/works$/, () => ({ status: 'ok', 'message-type': 'work-list', message: { 'total-results': 1, items: [work] } })],
  [/^\/dois\/10\.5438%2F0012$/, () => dataset],
];

/**
 * Imitates ORCID, ROR, Crossref and DataCite on one address, with the forms of their published answers. `asked` are the
 * requests it has got.
 */
export async function openLookupServices() {
  const asked: { path: string; headers: IncomingMessage['headers'] }[] = [];
  const state: { mood: ServiceMood } = { mood: 'well' };
  const server = createServer((request, response) => {
    asked.push({ path: request.url ?? '', headers: request.headers });
    answer(new URL(request.url ?? '', 'http://service'), response, state.mood);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { address, asked, state, close };
}
export type LookupServices = Awaited<ReturnType<typeof openLookupServices>>;

function answer({ pathname, searchParams }: URL, response: ServerResponse, mood: ServiceMood): void {
  const json = (status: number, body: unknown) => {
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  };
  switch (mood) {
    case 'failing':
      return json(503, { error: 'busy' });
    case 'slow':
      return;
    case 'garbage':
      return void response.end('<html>A proxy says hello</html>');
    case 'other':
      return json(200, { items: [{ id: 'https://evil.example/' }], message: {}, data: [], 'expanded-result': [{}] });
    case 'huge':
      response.writeHead(200);
      response.end(`["${'a'.repeat(3 * 1024 * 1024)}"]`);
      return;
    case 'redirecting':
      return void response.writeHead(302, { Location: 'http://127.0.0.1:9/elsewhere' }).end();
    case 'well': {
      const found = answers.find(([path]) => path.test(pathname));
      return found ? json(200, found[1](searchParams)) : json(404, { error: 'not found' });
    }
  }
}
