import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { maxInstitutionCharacters, maxPurposeCharacters } from '@domain/limits';

import { openVote, panelsOf, viewPanels } from '../../../tests/support/editorial-calls';
import { publishForTest } from '../../../tests/support/published-data-sets';
import { addUploadAt, ask } from '../../../tests/support/ready-uploads';
import { actors, createTestApi, type TestApi } from '../../../tests/support/test-api';

/** Bodies with exactly the fields of sections 3 and 7 of the specification, without our additions. */

let api: TestApi;
let clock = new Date('2025-03-01T13:05:09Z');

beforeAll(async () => {
  api = await createTestApi({ now: () => clock });
  await publishForTest(api.repository, { nr: 1, title: 'Licensed', rights: ['SUFL 1.0'] });
});
afterAll(() => api.close());

const { expert1, expert2, other } = actors;

describe('countries', () => {
  test('are a list of names, and with `codes` a list of codes and names', async () => {
    const names = (await (await ask(api, null, '/api/metadata/countries/de')).json()) as string[];
    expect(names).toContain('Deutschland');
    expect(names.every((name) => typeof name === 'string')).toBe(true);
    const coded = await ask(api, null, '/api/metadata/countries/de?codes');
    expect(await coded.json()).toContainEqual({ code: 'DE', name: 'Deutschland' });
  });
});

describe('the download form', () => {
  const begin = async () => {
    const started = await ask(api, other, '/api/search/download', { method: 'POST', body: [1] });
    return (started.headers.get('Location') ?? '').split('/').at(-1) ?? '';
  };
  const answer = async (changed: Record<string, unknown> = {}) => {
    const session = await begin();
    const body = { session, institution: 'School', country: 'Germany', purpose: 'Teaching', ...changed };
    return ask(api, other, `/api/search/downloads/${session}`, { method: 'POST', body });
  };

  test('is accepted without confirmations, with a country in either language', async () => {
    for (const country of ['Germany', 'Deutschland', 'Österreich']) {
      const response = await answer({ country });
      expect([response.status, response.headers.get('Location')]).toEqual([
        201,
        expect.stringMatching(/^\/api\/search\/package\//),
      ]);
    }
  });

  test('is refused with a confirmation that is not given', async () => {
    const response = await answer({ accurate: true, licence: false });
    expect(await response.json()).toMatchObject({ code: 'download-form-invalid', errors: [{ path: 'licence' }] });
  });

  test.each(['Germania', 'Atlantis', 'DE DE'])(
    'is refused with the country %s, which does not exist',
    async (country) => {
      const response = await answer({ country });
      expect([response.status, await response.json()]).toEqual([
        400,
        expect.objectContaining({ code: 'download-form-invalid', errors: [{ path: 'country' }] }),
      ]);
    },
  );

  test('takes texts up to the lengths that are said at the fields', async () => {
    const longest = { institution: 'x'.repeat(maxInstitutionCharacters), purpose: 'y'.repeat(maxPurposeCharacters) };
    expect((await answer(longest)).status).toBe(201);
    const { institution, purpose } = longest;
    const refused = await answer({ institution: `${institution}x`, purpose: `${purpose}y` });
    expect(await refused.json()).toMatchObject({ errors: [{ path: 'institution' }, { path: 'purpose' }] });
  });
});

describe('a vote without our version', () => {
  const cast = (id: string, changed: Record<string, unknown>, expert = expert1) =>
    ask(api, expert, `/api/editorial/${id}`, {
      method: 'POST',
      body: { id, nr: 1, email: expert.email, rating: 1, note: '', ...changed },
    });
  const times = async (id: string) => {
    const { one } = await viewPanels(api, expert1, id);
    return { start: one.start, end: one.end };
  };

  test('is saved in an empty panel', async () => {
    const { id } = await addUploadAt(api, 'submitted');
    await openVote(api, expert1, id);
    const response = await cast(id, await times(id));
    expect(response.status).toBe(200);
    expect((await panelsOf(response))[0]).toMatchObject({ rating: 1, version: 1, mine: true });
  });

  test('replaces the vote that it was loaded with', async () => {
    const { id } = await addUploadAt(api, 'submitted');
    await cast(id, {});
    const loaded = await times(id);
    clock = new Date(clock.getTime() + 60_000);
    const response = await cast(id, { ...loaded, rating: 2 });
    expect([response.status, (await panelsOf(response))[0]]).toEqual([200, expect.objectContaining({ version: 2 })]);
  });

  test('replaces a vote that was saved before it was started, over noon and midnight', async () => {
    for (const [saved, start] of [
      ['2025-03-02T10:59:00Z', '2025-03-02 12:00:00 PM'],
      ['2025-03-02T22:59:00Z', '2025-03-03 12:00:00 AM'],
      ['2025-03-03T08:30:00Z', '2025-03-03 09:30:01 AM'],
    ] as const) {
      const { id } = await addUploadAt(api, 'submitted');
      clock = new Date(saved);
      await cast(id, {});
      expect((await cast(id, { start, end: '', rating: 2 })).status, start).toBe(200);
    }
  });

  test('is refused if the panel has changed since its start, or if it says neither start nor end', async () => {
    const { id } = await addUploadAt(api, 'submitted');
    clock = new Date('2025-03-04T12:00:00Z');
    await cast(id, { note: 'first' });
    for (const given of [{ start: '2025-03-04 12:59:59 PM' }, {}, { start: 'yesterday', end: 'today' }]) {
      const response = await cast(id, { ...given, rating: 2 });
      expect(response.status).toBe(409);
      expect(await response.json()).toMatchObject({ code: 'update-conflict', votes: [{ note: 'first' }, {}] });
    }
  });

  test("is refused in another expert's panel", async () => {
    const { id } = await addUploadAt(api, 'submitted');
    await cast(id, {});
    expect((await cast(id, { start: '2099-01-01 01:00:00 AM' }, expert2)).status).toBe(409);
  });
});
