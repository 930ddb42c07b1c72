import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { type LookupKind, LookupSchema } from '@domain/api/lookups';
import { isBrokenRor, splitRor } from '@domain/metadata/identifiers';
import { type LookupServices, openLookupServices, type ServiceMood } from '../../../tests/support/lookup-services';
import { actors, bearer, createTestApi, type TestApi } from '../../../tests/support/test-api';
import { lookupLimits } from '../lookups/ask-service';
import { knownOrganisations } from '../lookups/known-organisations';

let api: TestApi;
let services: LookupServices;
let clock = Date.parse('2026-03-10T10:00:00Z');
beforeAll(async () => {
  services = await openLookupServices();
  // A minute between calls, so that the limit is only met where a test wants it.
  api = await createTestApi({ now: () => new Date((clock += 61_000)) });
});
afterAll(async () => {
  expect(api.serverErrors).toEqual([]);
  await services.close();
  await api.close();
});
beforeEach(() => {
  services.asked.length = 0;
  services.state.mood = 'well';
  const { address } = services;
  // New settings have no kept answers.
  Object.assign(api.repository, {
    settings: {
      ...api.repository.settings,
      lookups: { orcid: address, ror: address, crossref: address, datacite: address },
    },
  });
});

async function post(body: object, actor: typeof actors.contributor | null = actors.contributor) {
  const headers = { ...(actor ? await bearer(actor) : {}), 'Content-Type': 'application/json' };
  return api.api.request('/api/lookups', { method: 'POST', headers, body: JSON.stringify(body) });
}
const look = async (kind: LookupKind, query: string) => {
  const response = await post({ kind, query });
  expect(response.status).toBe(200);
  return LookupSchema.parse(await response.json());
};
const queryOf = (index = 0) => new URL(services.asked[index]?.path ?? '', 'http://service').searchParams;

test('a person is found at ORCID by iD and by name, with names and institution', async () => {
  const byId = await look('person', 'https://orcid.org/0000-0002-1825-0097');
  expect(queryOf().get('q')).toBe('orcid:0000-0002-1825-0097');
  expect(byId).toMatchObject({ state: 'answered', source: 'orcid' });
  expect(byId.found[0]).toMatchObject({
    label: 'Carberry, Josiah',
    fill: { family: 'Carberry', given: 'Josiah', orcid: '0000-0002-1825-0097', affiliation: 'Brown University' },
  });
  await look('person', 'Carberry" OR *:*, Josiah');
  expect(queryOf(1).get('q')).toBe('family-name:"Carberry  OR *:*" AND given-names:"Josiah"');
  expect((await look('person', 'Nobody')).found).toEqual([]);
});

test('organisations and funders are found at ROR by words and by address', async () => {
  const [found] = (await look('organisation', 'Karlsruhe (KIT)')).found;
  expect(queryOf().get('query')).toBe('Karlsruhe  KIT');
  expect(found?.fill.text).toBe('Karlsruhe Institute of Technology, https://ror.org/04t3en479');
  expect(found?.detail).toContain('Karlsruhe, Germany');
  await look('funder', 'Karlsruhe');
  expect(queryOf(1).get('filter')).toBe('types:funder');
  expect((await look('organisation', 'KIT, https://ror.org/04t3en479')).found).toHaveLength(1);
  expect(services.asked[2]?.path).toBe('/v2/organizations/04t3en479');
  expect((await look('organisation', 'https://ror.org/018mejw64')).found).toEqual([]);
});

test('publications are found at Crossref by DOI and words, others with a DOI at DataCite', async () => {
  const exact = await look('publication', 'doi:10.5555/12345678');
  expect(exact).toMatchObject({ source: 'crossref', isExact: true });
  expect(exact.found[0]).toMatchObject({
    label: 'Toward a Unified Theory of High-Energy Metaphysics',
    detail: 'Carberry; 2008; Journal of Psychoceramics; 10.5555/12345678',
    fill: { text: 'https://doi.org/10.5555/12345678' },
  });
  expect(await look('publication', 'https://doi.org/10.5438/0012')).toMatchObject({
    source: 'datacite',
    found: [{ label: 'DataCite Metadata Schema' }],
  });
  expect((await look('publication', '10.1234/nothing')).found).toEqual([]);
  await look('publication', 'Unified theory, Carberry 2008');
  expect(queryOf(5).get('query.bibliographic')).toBe('Unified theory, Carberry 2008');
});

test('only the query is sent: no address, no cookie, nothing about the user', async () => {
  await look('person', 'Carberry');
  const { path, headers } = services.asked[0] ?? { path: '', headers: {} };
  const values = `${path} ${JSON.stringify(headers)}`;
  expect(values).not.toMatch(/contributor|cookie|authorization|referer|motothek\.example/i);
  expect(headers['user-agent']).toBe('Motothek');
});

const moods: ServiceMood[] = ['failing', 'slow', 'garbage', 'other', 'huge', 'redirecting'];
test.each(moods)('a service that is %s is away, and institutions come from the list', async (mood) => {
  services.state.mood = mood;
  const { timeoutMs } = lookupLimits;
  if (mood === 'slow') lookupLimits.timeoutMs = 200;
  const person = await look('person', 'Carberry');
  const institution = await look('organisation', 'Sporthochschule Köln');
  lookupLimits.timeoutMs = timeoutMs;
  expect(person).toMatchObject({ state: 'away', source: 'orcid', found: [] });
  expect(institution).toMatchObject({ state: 'away', source: 'list' });
  expect(institution.found.map(({ fill }) => fill.text)).toEqual([
    'German Sport University Cologne, https://ror.org/0189raq88',
  ]);
  expect((await look('publication', '10.5555/12345678')).state).toBe('away');
});

test('an unreachable service is away, and one that is switched off is not asked', async () => {
  const { settings } = api.repository;
  Object.assign(settings.lookups, { orcid: 'http://127.0.0.1:9', ror: null });
  expect((await look('person', 'Carberry')).state).toBe('away');
  expect(await look('funder', 'DFG')).toMatchObject({ state: 'off', source: 'list' });
  expect(services.asked).toEqual([]);
});

test('the same question is answered from memory; a failure is asked again', async () => {
  await look('person', 'Carberry');
  await look('person', 'Carberry');
  expect(services.asked).toHaveLength(1);
  services.state.mood = 'failing';
  await look('person', 'Other');
  services.state.mood = 'well';
  expect((await look('person', 'Other')).state).toBe('answered');
});

test('lookups are for signed-in users, and limited to thirty in a minute', async () => {
  expect((await post({ kind: 'person', query: 'Carberry' }, null)).status).toBe(401);
  expect((await post({ kind: 'person', query: '  ' })).status).toBe(400);
  expect((await post({ kind: 'else', query: 'x' })).status).toBe(400);
  const frozen = new Date(clock);
  const { now } = api.repository;
  Object.assign(api.repository, { now: () => frozen });
  const statuses: number[] = [];
  for (let count = 0; count < 31; count += 1) statuses.push((await post({ kind: 'person', query: 'Carberry' })).status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(30);
  expect(statuses.at(-1)).toBe(429);
  expect((await post({ kind: 'person', query: 'Carberry' }, actors.other)).status).toBe(200);
  Object.assign(api.repository, { now });
});

test('every address of the list has correct check digits, once', () => {
  const addresses = knownOrganisations.map(({ ror }) => ror);
  expect(addresses.filter((ror) => splitRor(ror).ror !== ror || isBrokenRor(ror))).toEqual([]);
  expect(new Set(addresses).size).toBe(addresses.length);
  expect(addresses.length).toBeGreaterThan(30);
});

test('half a character is no error', async () => {
  expect((await post({ kind: 'publication', query: '10.1234/\ud800' })).status).toBe(200);
});

test('what does not fit into the form is left out', async () => {
  const { found } = await look('person', 'Endless');
  expect(found.map(({ fill }) => fill.affiliation)).toEqual(['Brown University']);
});
