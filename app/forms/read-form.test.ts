import { expect, test } from 'vitest';
import { z } from 'zod';

import { readEntries, readForm, readValidForm } from './read-form.server';

const schema = z.object({ name: z.string('required'), tags: z.array(z.string()).optional() });

function post(body: string, type = 'application/x-www-form-urlencoded'): Request {
  return new Request('http://localhost/form', { method: 'POST', headers: { 'Content-Type': type }, body });
}

async function statusOf(reading: Promise<unknown>): Promise<number> {
  const outcome = await reading.catch((thrown: unknown) => thrown);
  return outcome instanceof Response ? outcome.status : 200;
}

test('a form is read by its schema', async () => {
  const submission = await readForm(post('name=Eva&tags[0]=a&tags[1]=b'), schema);
  expect(submission.status === 'success' && submission.value).toEqual({ name: 'Eva', tags: ['a', 'b'] });
});

test('a missing value is an error at its field', async () => {
  const submission = await readForm(post('name='), schema);
  expect(submission.status).toBe('error');
  expect(submission.reply().error).toEqual({ name: ['required'] });
});

test('a huge list index is refused before a list of that length is created', async () => {
  expect(await statusOf(readForm(post('tags[500000]=x'), schema))).toBe(400);
});

test('malformed intents and states are refused', async () => {
  for (const intent of [
    '{',
    '[]',
    '"x"',
    '{"type":"launch"}',
    '{"type":"validate"}',
    '{"type":"insert","payload":{}}',
    `{"type":"validate","payload":${'{"a":'.repeat(5000)}1${'}'.repeat(5001)}`,
    '{"type":"insert","payload":{"name":"tags","index":1e9}}',
  ]) {
    expect(await statusOf(readForm(post(`__intent__=${encodeURIComponent(intent)}`), schema))).toBe(400);
  }
  for (const state of [
    '[',
    '[]',
    '{"validated":1}',
    '{"validated":null}',
    `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`,
  ]) {
    expect(await statusOf(readForm(post(`__state__=${encodeURIComponent(state)}`), schema))).toBe(400);
  }
});

test('a form larger than its cap, or with too many fields, is refused', async () => {
  expect(await statusOf(readEntries(post(`a=${'x'.repeat(2 * 1024 * 1024)}`)))).toBe(413);
  expect(await statusOf(readEntries(post('a=1&'.repeat(10_001))))).toBe(400);
});

test('only plain forms are read, because an upload is passed on as a stream', async () => {
  expect(await statusOf(readEntries(post('--x--', 'multipart/form-data; boundary=x')))).toBe(400);
});

test('names that would change the prototype are refused', async () => {
  expect(await statusOf(readEntries(post('__proto__.polluted=1')))).toBe(400);
});

test('escapes that are not UTF-8, broken escapes and bytes of another encoding are refused', async () => {
  for (const body of ['note=Gr%F6%DFe', 'note=%ED%A0%80', 'note=100%', 'note=%zz', 'note=Gr\ufffde']) {
    expect(await statusOf(readEntries(post(body)))).toBe(400);
  }
  expect(await readEntries(post('note=Gr%C3%B6%C3%9Fe+%EF%BF%BD+100%25'))).toEqual([['note', 'Größe \ufffd 100%']]);
});

test('the form token is not part of the entries, and NUL characters are removed', async () => {
  expect(await readEntries(post('form-token=abc&note=a%00b'))).toEqual([['note', 'ab']]);
});

test('a form already read by a guard is not read again, and fields that are not in the schema are left out', async () => {
  const entries: [string, string][] = [
    ['name', 'Eva'],
    ['tags', 'a'],
    ['source', 'x'],
  ];
  const submission = await readForm(entries, schema);
  expect(submission.status === 'success' && submission.value).toEqual({ name: 'Eva', tags: ['a'] });
});

test('a form in which users cannot make mistakes is refused as a whole', async () => {
  expect(await readValidForm([['name', 'Eva']], schema)).toEqual({ name: 'Eva' });
  expect(await statusOf(readValidForm([['tags', 'a']], schema))).toBe(400);
});

test('a form without fields may be sent without content', async () => {
  const request = new Request('http://localhost/form', { method: 'POST' });
  expect(await readEntries(request)).toEqual([]);
});
