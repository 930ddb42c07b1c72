import { expect, test } from 'vitest';

import { ProblemDetailsSchema } from '@domain/api/problem-details';

import { answerConfiguration } from './answer-configuration';

const settings = { authority: 'https://identity.example', client_id: 'motothek', scope: 'openid' };
const ask = (path: string, method = 'GET', headers: Record<string, string> = {}) =>
  answerConfiguration(new Request(`https://motothek.example${path}`, { method, headers }), {
    openId: { configuration: () => settings },
    clientId: 'motothek',
  });

test('returns the settings of the client', async () => {
  const response = ask('/_configuration/motothek?x=1');
  expect(response?.status).toBe(200);
  expect(await response?.json()).toEqual(settings);
});

test.each([
  ['/_configuration/other', 'de;q=0.2, en;q=0.9', 'en', 'Not found'],
  ['/_configuration/other', 'fr, de;q=0.5', 'de', 'Nicht gefunden'],
  ['/_configuration/motothek/deeper', '*', 'en', 'Not found'],
  ['/_configuration/', '', 'en', 'Not found'],
  ['/_configuration', 'de', 'de', 'Nicht gefunden'],
])('refuses %s for %j in %s', async (path, header, language, title) => {
  for (const method of ['GET', 'POST', 'OPTIONS']) {
    const response = ask(path, method, { 'Accept-Language': header });
    expect(response?.status).toBe(404);
    expect(response?.headers.get('Content-Type')).toBe('application/problem+json');
    expect(response?.headers.get('Content-Language')).toBe(language);
    expect(response?.headers.get('Vary')).toBe('Accept-Language');
    expect(ProblemDetailsSchema.parse(await response?.json())).toMatchObject({ code: 'not-found', title });
  }
});

test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'])('refuses %s with the methods there are', async (method) => {
  const response = ask('/_configuration/motothek', method, { 'Accept-Language': 'de' });
  expect(response?.status).toBe(405);
  expect(response?.headers.get('Allow')).toBe('GET, HEAD, OPTIONS');
  expect(await response?.json()).toMatchObject({
    code: 'method-not-allowed',
    title: 'Diese Adresse lässt solche Anfragen nicht zu. Erlaubt: GET, HEAD, OPTIONS',
  });
});

test('OPTIONS names the methods', () => {
  const response = ask('/_configuration/motothek', 'OPTIONS');
  expect([response?.status, response?.headers.get('Allow')]).toEqual([204, 'GET, HEAD, OPTIONS']);
});

test.each(['/', '/data-set/1', '/_configurations'])('leaves %s to others', (path) => {
  expect(ask(path)).toBeNull();
});
