import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { HttpResponse } from 'msw';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

import { completeMetadata } from '../../../tests/fixtures/complete-metadata';
import { createDataciteServer, dataciteAccount, dataciteError } from '../../../tests/support/datacite-server';
import { dataciteAttributes, type DoiFacts, missingForPublication } from './datacite-attributes';
import { createDataciteRegistrar, type DataciteOptions } from './registrars';
import { RegistrarError } from '../context/doi-registrar';

const datacite = createDataciteServer();
beforeAll(() => datacite.listen());
beforeEach(() => datacite.reset());
afterAll(() => datacite.close());

const origin = 'https://motothek.example';
const registrarOf = (options: Partial<DataciteOptions> = {}) =>
  createDataciteRegistrar({
    ...dataciteAccount,
    installation: '3F2A91bc-0000-4000-8000-000000000000',
    origin,
    ...options,
  });
const registrar = registrarOf();
const doi = registrar.doiOf(12);

const facts: DoiFacts = {
  kind: 'raw',
  nr: 3,
  metadata: completeMetadata('Fitness of adults'),
  tests: [],
  siblings: [],
  rows: 300,
  submitted: '2025-02-01',
  accepted: '2025-03-01',
  today: '2025-03-02',
};
const attributes = dataciteAttributes(facts, origin);
const draft = dataciteAttributes({ ...facts, nr: null, accepted: null }, origin);

/**
 * A server on this machine that begins a JSON answer and lets a test go on. It is reached without msw, whose
 * copy of a request may lose its signal to the garbage collector.
 */
async function startServer(goOn: (response: ServerResponse) => void) {
  datacite.close();
  let open = 0;
  const server = createServer((_, response) => {
    open += 1;
    response.on('close', () => (open -= 1));
    response.writeHead(200, { 'Content-Type': 'application/vnd.api+json' });
    goOn(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Answers whose reader has not closed the connection. */
    openAnswers: () => open,
    close: () => {
      server.closeAllConnections();
      server.close();
      datacite.listen();
    },
  };
}

/** The error of a failed call. */
async function errorOf(work: Promise<void>): Promise<RegistrarError> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof RegistrarError)) throw new Error('no RegistrarError', { cause: error });
  return error;
}

describe('DOIs and their URLs', () => {
  test('a DOI depends only on the upload and the installation', () => {
    expect(doi).toBe('10.12345/motothek.3f2a91.12');
    expect(registrarOf({ installation: 'ffffff00-1' }).doiOf(12)).not.toBe(doi);
    expect(registrar.doiOf(13)).not.toBe(doi);
  });

  test('DOIs lead to the resolver, those of the test system to our page', () => {
    expect([registrar.kind, registrar.address(doi, 3)]).toEqual(['datacite', `https://doi.org/${doi}`]);
    for (const apiUrl of ['https://api.test.datacite.org', 'http://localhost:8080']) {
      const trial = registrarOf({ apiUrl });
      expect([trial.kind, trial.address(doi, 3)]).toEqual(['datacite-test', `${origin}/data-set/3`]);
    }
  });
});

describe('calls as DataCite documents them', () => {
  test('a draft is POST /dois with the DOI, without URL and without event', async () => {
    await registrar.saveDraft(doi, draft);
    expect(datacite.calls).toEqual(['POST /dois']);
    const [{ body, headers } = { body: null, headers: new Headers() }] = datacite.requests;
    expect(body).toEqual({ data: { type: 'dois', attributes: { doi, ...draft } } });
    expect(body).not.toHaveProperty('data.attributes.url');
    expect(headers.get('Content-Type')).toBe('application/vnd.api+json');
    // EXAMPLE.MOTOTHEK:correct horse
    expect(headers.get('Authorization')).toBe('Basic RVhBTVBMRS5NT1RPVEhFSzpjb3JyZWN0IGhvcnNl');
  });

  test('a complete data set is sent with these properties', async () => {
    await registrar.publish(doi, attributes);
    expect(datacite.requests[0]?.body).toMatchObject({
      data: {
        type: 'dois',
        attributes: {
          event: 'publish',
          url: 'https://motothek.example/data-set/3',
          creators: [
            { name: 'Muster, Eva', nameType: 'Personal', givenName: 'Eva', familyName: 'Muster' },
            { name: 'Beispiel, Jan' },
          ],
          titles: [{ title: 'Fitness of adults', lang: 'en' }],
          publisher: { name: 'Motothek' },
          publicationYear: '2025',
          types: { resourceTypeGeneral: 'Dataset', resourceType: 'Raw motor test data' },
          schemaVersion: 'http://datacite.org/schema/kernel-4',
        },
      },
    });
  });

  test('publishing is PUT /dois/{doi} with the event; it contains empty properties, because an update keeps the others', async () => {
    await registrar.saveDraft(doi, { ...draft, version: '1.0' });
    await registrar.publish(doi, attributes);
    expect(datacite.calls.at(-1)).toBe(`PUT /dois/${doi} publish`);
    expect(datacite.records.get(doi)).toMatchObject({ state: 'findable', attributes: { version: null } });
  });

  test('a draft is deleted by DELETE /dois/{doi}', async () => {
    await registrar.saveDraft(doi, draft);
    await registrar.removeDraft(doi);
    expect([datacite.calls.at(-1), datacite.records.size]).toEqual([`DELETE /dois/${doi}`, 0]);
  });
});

describe('repeated calls', () => {
  test('an existing draft is updated, because the response to the first call may have been lost', async () => {
    await registrar.saveDraft(doi, draft);
    await registrar.saveDraft(doi, { ...draft, titles: [{ title: 'Changed' }] });
    expect(datacite.calls.slice(1)).toEqual(['POST /dois', `GET /dois/${doi}`, `PUT /dois/${doi}`]);
    expect(datacite.records.get(doi)).toMatchObject({ state: 'draft', attributes: { titles: [{ title: 'Changed' }] } });
    datacite.trouble = (call) => (call.startsWith('POST') ? dataciteError(409, 'exists') : undefined);
    await registrar.saveDraft(doi, draft);
    expect(datacite.calls.at(-1)).toBe(`PUT /dois/${doi}`);
  });

  test('a public record is not overwritten by a draft of the same name', async () => {
    await registrar.publish(doi, attributes);
    const error = await errorOf(registrar.saveDraft(doi, { ...draft, titles: [{ title: 'Another study' }] }));
    expect([error.isRefusal, error.message]).toEqual([
      true,
      `${doi} is already findable at DataCite. A submission does not overwrite a public record.`,
    ]);
    expect(datacite.records.get(doi)).toMatchObject({ state: 'findable', attributes: { titles: attributes.titles } });
  });

  test('publishing twice or without a draft has the same result', async () => {
    await registrar.publish(doi, attributes);
    await registrar.publish(doi, attributes);
    expect(datacite.records.get(doi)?.state).toBe('findable');
    datacite.reset();
    datacite.trouble = (call) => (call.startsWith('PUT') ? dataciteError(404, 'not there') : undefined);
    await registrar.publish(doi, attributes);
    expect(datacite.calls.at(-1)).toBe('POST /dois publish');
    expect(datacite.records.get(doi)?.state).toBe('findable');
  });

  test('deleting a missing DOI succeeds; a registered one cannot be deleted', async () => {
    await registrar.removeDraft(doi);
    await registrar.publish(doi, attributes);
    const error = await errorOf(registrar.removeDraft(doi));
    expect([error.isRefusal, error.message]).toEqual([true, `${doi} is registered at DataCite and cannot be deleted.`]);
    expect(datacite.records.get(doi)?.state).toBe('findable');
  });
});

describe('failures', () => {
  const answering = (answer: () => Response | Promise<Response>) => {
    datacite.trouble = answer;
    return errorOf(registrar.publish(doi, attributes));
  };

  test.each([500, 502, 503, 504, 408, 429])('%i is tried again by the queue', async (status) => {
    const error = await answering(() => dataciteError(status, 'busy'));
    expect([error.isRefusal, error.seconds]).toEqual([false, 0]);
    expect(error.message).toBe(`DataCite answered ${status} to PUT /dois/${doi} (busy)`);
  });

  test.each([
    ['120', 120],
    ['9999999', 86_400],
    ['soon', 0],
    [new Date(Date.now() - 5000).toUTCString(), 0],
  ])('Retry-After: %s delays the next attempt by %i seconds', async (header, seconds) => {
    const error = await answering(() => dataciteError(429, 'rate limited', { 'Retry-After': header }));
    expect(error.seconds).toBe(seconds);
  });

  test('Retry-After may be a date', async () => {
    vi.useFakeTimers({ now: new Date('2026-03-01T08:00:00Z'), toFake: ['Date'] });
    const later = new Date('2026-03-01T08:01:30Z').toUTCString();
    const error = await answering(() => dataciteError(503, 'maintenance', { 'Retry-After': later }));
    vi.useRealTimers();
    expect(error.seconds).toBe(90);
  });

  test.each([
    [400, 'Bad Request'],
    [401, 'Bad credentials.'],
    [403, 'You are not authorized to access this resource.'],
    [422, 'Publication year is invalid'],
  ])('%i is a refusal, which is retried after hours and states the reason', async (status, title) => {
    const error = await answering(() => dataciteError(status, title));
    expect([error.isRefusal, error.seconds]).toEqual([true, 6 * 60 * 60]);
    expect(error.message).toContain(title);
  });

  test('a response without a reason leads to a message that names the settings to check', async () => {
    const message = async (status: number) => (await answering(() => new Response('', { status }))).message;
    expect(await message(401)).toContain('are DATACITE_REPOSITORY_ID and DATACITE_PASSWORD right?');
    expect(await message(403)).toContain('may this account use DATACITE_PREFIX?');
  });

  test('credentials are never part of a message, even if the response repeats them', async () => {
    const secret = registrarOf({ password: 'wrong horse' });
    expect((await errorOf(secret.publish(doi, attributes))).message).toContain('401');
    datacite.trouble = () =>
      dataciteError(401, `wrong horse ${datacite.requests.at(-1)?.headers.get('Authorization')}`);
    const error = await errorOf(secret.publish(doi, attributes));
    expect(error.message).toContain('(*** Basic ***)');
    expect(JSON.stringify([error.stack, error.cause])).not.toMatch(/wrong horse|d3Jvbmc/);
  });

  test('a redirect is not followed', async () => {
    const error = await answering(() => HttpResponse.redirect('https://elsewhere.example/dois', 301));
    expect(error.message).toContain('a redirect; is DATACITE_API_URL correct?');
    expect([error.isRefusal, datacite.calls.length]).toEqual([true, 1]);
  });

  test('an HTML page is not a success', async () => {
    const error = await answering(() => HttpResponse.html('<h1>Welcome to the network</h1>'));
    expect(error.message).toContain('is not JSON; is DATACITE_API_URL correct?');
    const away = await answering(() => HttpResponse.html('<h1>Bad gateway</h1>', { status: 502 }));
    expect([error.isRefusal, away.isRefusal]).toEqual([true, false]);
    datacite.trouble = () => HttpResponse.html('<h1>Not found</h1>', { status: 404 });
    expect((await errorOf(registrar.removeDraft(doi))).isRefusal).toBe(true);
  });

  test('a response with the state draft is not a success', async () => {
    const error = await answering(() => HttpResponse.json({ data: { attributes: { state: 'draft' } } }));
    expect(error.message).toBe(`DataCite left ${doi} in the state 'draft'.`);
  });

  test('an unreachable server is tried again', async () => {
    const error = await answering(() => HttpResponse.error());
    expect([error.isRefusal, error.message]).toEqual([
      false,
      expect.stringMatching(/^DataCite could not be reached for PUT .* \(.+\)$/),
    ]);
  });

  test('a response that never ends is aborted after the timeout', async () => {
    // Sends a byte now and then until the connection is closed.
    const slow = await startServer((response) => {
      const drip = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(drip));
    });
    const limits = { timeoutMs: 1000, maxAnswerBytes: 1_000_000 };
    const error = await errorOf(registrarOf({ apiUrl: slow.apiUrl, limits }).publish(doi, attributes));
    expect([error.isRefusal, error.message]).toEqual([
      false,
      `DataCite could not be reached for PUT /dois/${doi} (no answer in time)`,
    ]);
    await expect.poll(slow.openAnswers).toBe(0);
    slow.close();
  });

  test('a response that is too long is not read to its end', async () => {
    const long = await startServer((response) => {
      const more = () => void (response.closed || response.write(Buffer.alloc(65_536, ' '), () => more()));
      more();
    });
    const limits = { timeoutMs: 60_000, maxAnswerBytes: 1_000_000 };
    const error = await errorOf(registrarOf({ apiUrl: long.apiUrl, limits }).publish(doi, attributes));
    expect(error.message).toContain('is not JSON');
    long.close();
  });

  test('a stopping server does not wait for DataCite', async () => {
    const stopping = new AbortController();
    datacite.trouble = () => {
      stopping.abort(new Error('The server stops.'));
      return new Promise<Response>(() => undefined);
    };
    expect((await errorOf(registrar.publish(doi, attributes, stopping.signal))).isRefusal).toBe(false);
  });
});

describe('before publication', () => {
  test('a complete description lacks nothing, a draft lacks its URL', () => {
    expect(missingForPublication(doi, attributes)).toEqual([]);
    expect(missingForPublication(doi, draft)).toEqual(['url']);
  });

  test('missing and empty properties are named once', () => {
    const bare = {
      ...attributes,
      url: 'javascript:alert(1)',
      creators: [{ name: ' ' }, { name: '' }],
      titles: [],
      publicationYear: '25',
      types: { resourceTypeGeneral: '', resourceType: '' },
    };
    expect(missingForPublication('10.1/x', bare)).toEqual([
      'doi',
      'url',
      'creators',
      'titles',
      'publicationYear',
      'types',
    ]);
  });
});
