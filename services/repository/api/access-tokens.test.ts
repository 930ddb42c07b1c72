import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, beforeEach, describe, expect, test, onTestFinished, vi } from 'vitest';

import {
  AccessTokensSchema,
  MadeTokenSchema,
  maxOpenTokens,
  type TokenScope,
  tokenPrefix,
  tokenScopes,
} from '@domain/access-tokens';
import { UploadListEntrySchema } from '@domain/api/uploads';

import { openUploadApi, smallTable, uploadForm, type UploadApi } from '../../../tests/support/upload-calls';
import { addUploadAt, ask } from '../../../tests/support/ready-uploads';
import { paths } from '../../../tests/support/use-case-paths';
import { actors, chair } from '../../../tests/support/test-api';
import type { Actor, KnownAccount } from '../context/context';
import { policy } from '../context/policy';
import type { Right } from '../context/right';
import { allowingScopes } from '../context/token-scopes';
import { recordPerson } from '../store/people';
import { makeToken } from '../usecases/account/access-tokens';

const { contributor, other, expert1 } = actors;
for (const one of [contributor, other, expert1, chair]) one.generation = 1;
const dayMs = 24 * 60 * 60 * 1000;
let api: UploadApi;
let clock = Date.parse('2026-03-01T10:00:00Z');
/** Accounts of the identity provider. */
const accounts = new Map<string, KnownAccount>();

beforeAll(async () => {
  api = await openUploadApi();
  Object.assign(api.repository, {
    now: () => new Date(clock),
    findAccount: (_: unknown, subject: string) => Promise.resolve(accounts.get(subject) ?? null),
  });
  for (const one of [contributor, other, expert1, chair]) await recordPerson(api.repository.db, one, new Date(clock));
});
beforeEach(() => {
  for (const { subject, roles } of [contributor, other, expert1, chair])
    accounts.set(subject, { generation: 1, roles, factor: 'none' });
});
afterAll(async () => {
  expect(api.serverErrors).toEqual([]);
  await api.close();
});

const wanted = (scopes: readonly TokenScope[] = tokenScopes, changed: object = {}) => ({
  label: 'Weekly upload',
  scopes,
  until: '2026-04-01',
  ...changed,
});
async function make(actor: Actor, scopes?: readonly TokenScope[], changed?: object) {
  const made = await ask(api, actor, '/api/tokens', { method: 'POST', body: wanted(scopes, changed) });
  expect([made.status, made.headers.get('Cache-Control')]).toEqual([201, 'private, no-store']);
  return MadeTokenSchema.parse(await made.json());
}
const listed = async (actor: Actor) =>
  AccessTokensSchema.parse(await (await ask(api, actor, '/api/tokens')).json()).tokens;
async function call(secret: string, address: string, init: RequestInit = {}) {
  const response = await api.api.request(address, {
    ...init,
    headers: { ...init.headers, Authorization: `Bearer ${secret}` } as HeadersInit,
  });
  const text = await response.clone().text();
  const { code = null } = response.ok || text === '' ? {} : (JSON.parse(text) as { code?: string });
  return { status: response.status, code, response };
}
const revoke = (actor: Actor, number: number) => ask(api, actor, `/api/tokens/${number}`, { method: 'DELETE' });
const refusedAs = async (response: Promise<Response>) => ((await (await response).json()) as { code: string }).code;

test('a token calls the API as its owner, is told once, and is kept as a hash', async () => {
  const { token, secret } = await make(contributor);
  expect(secret).toMatch(new RegExp(`^${tokenPrefix}[\\w-]{43}$`));
  expect(token).toMatchObject({ label: 'Weekly upload', state: 'open', lastUsedAt: null });
  const sent = await call(secret, '/api/fileupload/raw', { method: 'POST', body: uploadForm([smallTable()]) });
  expect(sent.status).toBe(201);
  const own = UploadListEntrySchema.array().parse(await (await call(secret, '/api/fileupload/user')).response.json());
  expect(own).toHaveLength(1);
  const { rows } = await api.pool.query('select t::text as stored from repository.access_tokens as t');
  expect(JSON.stringify(rows)).not.toContain(secret.slice(tokenPrefix.length));
  expect(JSON.stringify(await listed(contributor))).not.toContain(secret.slice(tokenPrefix.length));
});

const open: readonly Right[] = ['anyone', 'link', 'web-tier'];
/** A value for each parameter of a path. */
const valueOf = (parameter: string) =>
  ({
    ':kind{raw|agg}': 'raw',
    ':language{en|de}': 'en',
    ':type{[ra]}': 'r',
    ':id': '999999r',
    ':document': randomUUID(),
  })[parameter] ?? '1';

describe('scopes', () => {
  const calls = [
    ['read', '/api/fileupload/user', 'GET'],
    ['upload', '/api/fileupload/raw', 'POST'],
    ['review', '/api/editorial', 'GET'],
  ] as const;

  test.each(tokenScopes)('a token with %s alone does what it allows and nothing else', async (scope) => {
    const { secret } = await make(expert1, [scope]);
    for (const [needed, address, method] of calls) {
      const body = method === 'POST' ? uploadForm([smallTable()]) : undefined;
      const { status, code, response } = await call(secret, address, { method, body });
      if (needed === scope) expect([needed, status]).toEqual([needed, method === 'POST' ? 201 : 200]);
      else {
        expect([needed, status, code]).toEqual([needed, 403, 'token-scope']);
        expect(response.headers.get('WWW-Authenticate')).toBe(
          `Bearer realm="Motothek", error="insufficient_scope", scope="${needed}"`,
        );
      }
    }
  });

  test('every path that is not open to everybody asks for its scope', async () => {
    const secrets = { read: '', upload: '', review: '' };
    for (const scope of tokenScopes) secrets[scope] = (await make(chair, [scope])).secret;
    const guarded = Object.entries(paths).filter(([, useCase]) => !open.includes(policy[useCase]));
    expect(guarded.length).toBeGreaterThan(100);
    const wrong: string[] = [];
    for (const [path, useCase] of guarded) {
      const [method = '', address = ''] = path.split(' ');
      const allowing = allowingScopes(useCase, method);
      for (const scope of tokenScopes.filter((one) => !allowing.includes(one))) {
        const { status, code } = await call(secrets[scope], address.replaceAll(/:\w+(\{[^/]*\})?/g, valueOf), {
          method,
        });
        // HEAD has no body.
        const expected = method === 'HEAD' ? null : allowing.length === 0 ? 'token-not-here' : 'token-scope';
        if (status !== 403 || code !== expected) wrong.push(`${path} with ${scope}: ${status} ${code}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test('read is enough to answer the form of a download', async () => {
    const { secret } = await make(contributor, ['read']);
    const init = { method: 'POST', body: '{}', headers: { 'Content-Type': 'application/json' } };
    const { code } = await call(secret, `/api/search/downloads/${randomUUID()}`, init);
    expect(code).toBe('download-form-invalid');
  });

  test('review is enough to read a submission, but not what is its own', async () => {
    const { id } = await addUploadAt(api, 'submitted');
    const own = await addUploadAt(api, 'submitted', { owner: expert1 });
    const review = await make(expert1, ['review']);
    const read = await make(expert1, ['read']);
    expect((await call(review.secret, `/api/metadata/${id}`)).status).toBe(200);
    expect((await call(read.secret, `/api/metadata/${id}`)).status).toBe(404);
    expect((await call(review.secret, `/api/metadata/${own.id}`)).code).toBe('token-scope');
    expect((await call(read.secret, `/api/metadata/${own.id}`)).status).toBe(200);
  });

  test('roles are those of the account now, and none without review', async () => {
    const { secret } = await make(expert1, ['read', 'review']);
    expect((await call(secret, '/api/editorial')).status).toBe(200);
    accounts.set(expert1.subject, { generation: 1, roles: [], factor: 'none' });
    expect((await call(secret, '/api/editorial')).code).toBe('forbidden');
    const stored = await api.pool.query('select roles from repository.people where subject = $1', [expert1.subject]);
    expect(stored.rows).toEqual([{ roles: expert1.roles }]);
  });

  test('no token makes, lists or revokes tokens', async () => {
    const { token, secret } = await make(contributor);
    const body = JSON.stringify(wanted());
    expect((await call(secret, '/api/tokens')).code).toBe('token-not-here');
    expect((await call(secret, '/api/tokens', { method: 'POST', body })).code).toBe('token-not-here');
    expect((await call(secret, `/api/tokens/${token.number}`, { method: 'DELETE' })).code).toBe('token-not-here');
  });
});

describe('a token ends', () => {
  test('when it is revoked, at once and for good, by its owner alone', async () => {
    const { token, secret } = await make(contributor);
    expect((await revoke(other, token.number)).status).toBe(404);
    expect((await call(secret, '/api/fileupload/user')).status).toBe(200);
    for (let times = 0; times < 2; times += 1) expect((await revoke(contributor, token.number)).status).toBe(204);
    expect((await call(secret, '/api/fileupload/user')).status).toBe(401);
    expect((await listed(contributor))[0]).toMatchObject({ number: token.number, state: 'revoked' });
  });

  test('after its last day', async () => {
    const { secret } = await make(other, ['read'], { until: '2026-03-02' });
    clock = Date.parse('2026-03-02T20:00:00Z');
    expect((await call(secret, '/api/fileupload/user')).status).toBe(200);
    clock += dayMs;
    expect((await call(secret, '/api/fileupload/user')).status).toBe(401);
    expect((await listed(other))[0]?.state).toBe('ended');
  });

  test('when its owner gets another password, or has no account any more', async () => {
    const { secret } = await make(other, ['read']);
    accounts.set(other.subject, { generation: 2, roles: [], factor: 'none' });
    expect((await call(secret, '/api/fileupload/user')).status).toBe(401);
    const again = { ...other, generation: 2 };
    expect((await listed(again))[0]?.state).toBe('password');
    const { secret: second } = await make(again, ['read']);
    expect((await call(second, '/api/fileupload/user')).status).toBe(200);
    accounts.delete(other.subject);
    expect((await call(second, '/api/fileupload/user')).status).toBe(401);
  });
});

test('no token is made in a session that ends with a new password before it is stored', async () => {
  // The API has let the call in, and its transaction has waited since.
  accounts.set(contributor.subject, { generation: 2, roles: [], factor: 'none' });
  const before = (await api.pool.query('select id from repository.access_tokens')).rowCount;
  const order = { ...wanted(['read']), scopes: ['read'] as TokenScope[] };
  await expect(makeToken(contributor, api.repository, order)).rejects.toMatchObject({ code: 'unauthenticated' });
  expect((await api.pool.query('select id from repository.access_tokens')).rowCount).toBe(before);
});

describe('a token that is revoked while a file arrives', () => {
  /** A body that ends after the token is revoked. */
  const endingLate = (bytes: Uint8Array, number: number) =>
    new ReadableStream({
      start: (controller) => controller.enqueue(bytes.subarray(0, 20)),
      async pull(controller) {
        await revoke(contributor, number);
        controller.enqueue(bytes.subarray(20));
        controller.close();
      },
    });
  const send = (secret: string, address: string, init: object) =>
    call(secret, address, { duplex: 'half', ...init } as RequestInit);

  test.each(['raw', 'id/correction', 'id/documents'])('gets 401 for %s, and nothing of it is kept', async (target) => {
    const id = await api.take();
    const before = [await api.originals(), (await api.list()).length];
    const { token, secret } = await make(contributor);
    const form = new Response(uploadForm([smallTable(target === 'id/documents' ? 'README.txt' : 'grip.csv')]));
    const body = endingLate(new Uint8Array(await form.arrayBuffer()), token.number);
    const headers = { 'Content-Type': form.headers.get('Content-Type') };
    const address = `/api/fileupload/${target.replace('id', id)}`;
    expect(await send(secret, address, { method: 'POST', headers, body })).toMatchObject({ status: 401 });
    expect([await api.originals(), (await api.list()).length, await api.unfinished()]).toEqual([...before, []]);
    expect(await (await ask(api, contributor, `/api/fileupload/${id}/documents`)).json()).toEqual([]);
  });

  test('gets 401 for a part of a resumable upload, and only that part is dropped', async () => {
    // The library compares the age of the upload with the clock of the system.
    vi.useFakeTimers({ now: clock, toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const { token, secret } = await make(contributor);
    const tus = { 'Tus-Resumable': '1.0.0', 'Content-Type': 'application/offset+octet-stream' };
    const bytes = Buffer.from('person,grip\n'.repeat(20));
    const name = `filename ${Buffer.from('late.csv').toString('base64')}`;
    const opening = { 'Tus-Resumable': '1.0.0', 'Upload-Length': String(bytes.byteLength), 'Upload-Metadata': name };
    const { response } = await call(secret, '/api/fileupload/resumable/raw', { method: 'POST', headers: opening });
    const part = response.headers.get('Location') ?? '';
    const at = (offset: number) => ({ method: 'PATCH', headers: { ...tus, 'Upload-Offset': String(offset) } });
    expect((await call(secret, part, { ...at(0), body: bytes.subarray(0, 30) })).status).toBe(204);
    const late = await send(secret, part, { ...at(30), body: endingLate(bytes.subarray(30), token.number) });
    expect(late.status).toBe(401);
    const state = await (await ask(api, contributor, part)).json();
    expect(state).toMatchObject({ state: 'receiving', offset: 30 });
  });
});

test('the list says when a token was used last, to the minute', async () => {
  const { secret } = await make(chair);
  const first = clock;
  await call(secret, '/api/fileupload/user');
  clock += 30_000;
  await call(secret, '/api/fileupload/user');
  expect((await listed(chair))[0]?.lastUsedAt).toBe(new Date(first).toISOString());
  clock += 60_000;
  await call(secret, '/api/fileupload/user');
  expect((await listed(chair))[0]?.lastUsedAt).toBe(new Date(clock).toISOString());
});

test.each([
  ['token-label-missing', { label: ' ' }],
  ['token-scopes-missing', { scopes: [] }],
  ['token-end', { until: '2026-01-31' }],
  ['token-end', { until: '2027-12-31' }],
  ['bad-request', { scopes: ['admin'] }],
])('a token is refused with %s', async (code, changed) => {
  const body = wanted(['read'], changed);
  expect(await refusedAs(ask(api, contributor, '/api/tokens', { method: 'POST', body }))).toBe(code);
});

test('of many tokens made at once, only as many as somebody may have', async () => {
  const person = { ...other, subject: 'many-tokens' };
  await recordPerson(api.repository.db, person, new Date(clock));
  accounts.set(person.subject, { generation: 1, roles: [], factor: 'none' });
  const answers = await Promise.all(
    Array.from({ length: maxOpenTokens + 5 }, () =>
      ask(api, person, '/api/tokens', { method: 'POST', body: wanted(['read'], { until: '2026-03-31' }) }),
    ),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(maxOpenTokens);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(5);
});

test.each(['', 'x', 'A'.repeat(43)])('a made-up token %j gets 401 and is told so', async (secret) => {
  const { status, code } = await call(tokenPrefix + secret, '/api/fileupload/user');
  expect([status, code]).toEqual([401, 'token-invalid']);
});

test('a token that cannot be one gets 401', async () => {
  expect((await call(encodeURIComponent(`${tokenPrefix}ä`), '/api/fileupload/user')).status).toBe(401);
});
