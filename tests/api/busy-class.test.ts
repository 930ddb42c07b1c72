import { afterAll, beforeAll, expect, test } from 'vitest';

import { writeClass } from '~/forms/class-form';

import { createTestApi, type TestApi } from '../support/test-api';
import { createTestWeb, type TestWeb } from '../support/test-web';

let api: TestApi;
let web: TestWeb;
beforeAll(async () => {
  api = await createTestApi();
  web = await createTestWeb(api, async (request) => {
    const isOfClass = /^\/api\/norms\/class\/(tables|report)$/.test(new URL(request.url).pathname);
    if (!isOfClass) return api.api.fetch(request);
    return Response.json({ code: 'unavailable', title: 'Too many others wait.' }, { status: 503 });
  });
});
afterAll(async () => {
  await web.close();
  await api.close();
});

const columns = [{ name: 'grip', info: null, dates: null }];
const tables = writeClass({ tables: [{ name: '', firstRow: 2, leftOut: [], columns, rows: [['30']] }], skipped: [] });

test.each([
  ['read', { pasted: 'sex,age,grip\nf,9,20' }, 'f,9,20'],
  ['report', { tables, step: 'mapping' }, '&quot;grip&quot;'],
])(
  '%s: a class that too many others are before comes back with its form, and is no error',
  async (intent, fields, kept) => {
    const response = await web.ask('/compare/my-class', {
      method: 'POST',
      headers: { Origin: 'https://motothek.example', 'Sec-Fetch-Site': 'same-origin' },
      body: new URLSearchParams({ intent, ...fields }),
    });
    expect(response.status).toBe(503);
    expect(response.headers.get('Retry-After')).toBe('15');
    expect(await response.text()).toContain(kept);
    expect(web.serverErrors).toEqual([]);
  },
);
