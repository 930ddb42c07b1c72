import { afterAll, beforeAll, expect, test } from 'vitest';

import { completeMetadata } from '../../../tests/fixtures/complete-metadata';
import { addUploadAt, ask, type Station } from '../../../tests/support/ready-uploads';
import { actors, createTestApi, type TestApi } from '../../../tests/support/test-api';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

type Call = (id: string) => [method: string, path: string, body?: unknown];

/** Every call that changes an upload, keyed by its purpose. */
const calls = {
  map: (id) => ['POST', `/api/mapping/raw/${id}/adults`, [{ source: 'jump', target: { key: 'slj', unit: 'cm' } }]],
  suggest: (id) => ['GET', `/api/mapping/raw/${id}/none/suggestions`],
  comment: (id) => ['POST', `/api/mapping/override/${id}/adults`, []],
  check: (id) => ['POST', `/api/mapping/check/${id}`],
  codes: (id) => ['PUT', `/api/metadata/${id}/missing-codes`, ['-9']],
  describe: (id) => ['POST', '/api/metadata', { id: [id], metadata: completeMetadata(`Described anew as ${id}`) }],
  submit: (id) => ['POST', `/api/submit/${id}`],
  withdraw: (id) => ['DELETE', `/api/submit/${id}`],
  revise: (id) => ['POST', `/api/fileupload/${id}/revision`],
  remove: (id) => ['DELETE', `/api/fileupload/${id}`],
} satisfies Record<string, Call>;

const open = 'ok';
const closed = 'upload-submitted';
/** Expected response to each call, by progress of the upload, and with open problems. */
const answers: Record<Station | 'with open problems', Record<keyof typeof calls, string>> = {
  read: {
    map: open,
    suggest: 'unknown-table',
    comment: open,
    check: 'not-mapped',
    codes: open,
    describe: 'not-mapped',
    submit: 'not-mapped',
    withdraw: 'not-submitted',
    revise: 'not-rejected',
    remove: open,
  },
  mapped: {
    map: open,
    suggest: 'unknown-table',
    comment: open,
    check: open,
    codes: open,
    describe: 'not-checked',
    submit: 'not-checked',
    withdraw: 'not-submitted',
    revise: 'not-rejected',
    remove: open,
  },
  'with open problems': {
    map: open,
    suggest: 'unknown-table',
    comment: open,
    check: open,
    codes: open,
    describe: 'not-checked',
    submit: 'not-checked',
    withdraw: 'not-submitted',
    revise: 'not-rejected',
    remove: open,
  },
  checked: {
    map: open,
    suggest: 'unknown-table',
    comment: open,
    check: open,
    codes: open,
    describe: open,
    submit: 'no-metadata',
    withdraw: 'not-submitted',
    revise: 'not-rejected',
    remove: open,
  },
  described: {
    map: open,
    suggest: 'unknown-table',
    comment: open,
    check: open,
    codes: open,
    describe: open,
    submit: open,
    withdraw: 'not-submitted',
    revise: 'not-rejected',
    remove: open,
  },
  submitted: {
    map: closed,
    suggest: closed,
    comment: closed,
    check: closed,
    codes: closed,
    describe: closed,
    submit: 'already-submitted',
    withdraw: open,
    revise: 'not-rejected',
    remove: closed,
  },
};

const cases = Object.entries(answers).flatMap(([station, expected]) =>
  Object.entries(expected).map(([call, code]) => [station, call as keyof typeof calls, code] as const),
);

test.each(cases)('an upload %s: %s returns %s', async (station, call, code) => {
  const problems = station === 'with open problems' ? 1 : 0;
  const { id } = await addUploadAt(api, problems ? 'checked' : (station as Station), { problems });
  const [method, path, body] = calls[call](id) as [string, string, unknown?];
  const response = await ask(api, actors.contributor, path, { method, body });
  const refusal = response.ok ? open : ((await response.json()) as { code: string }).code;
  expect(refusal).toBe(code);
});
