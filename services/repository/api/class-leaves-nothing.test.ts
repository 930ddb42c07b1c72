import { readdirSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { type ClassRequest, TakenClassSchema } from '@domain/api/class-report';

import { findInObjects, findInTables, findInTexts, markedText } from '../../../tests/support/find-marks';
import { createTestApi, type TestApi } from '../../../tests/support/test-api';
import { TableEngineError } from '../context/table-engine';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const name = markedText('name');
const cell = markedText('cell');
const header = markedText('header');
const table = [
  ['Name', 'Sex', 'Age', 'Standing long jump [cm]', header],
  [name, 'girl', '9', '120', cell],
  [`${name} two`, 'boy', '9', cell, cell],
]
  .map((row) => row.join('\t'))
  .join('\n');

/** Whatever the answer is, nobody keeps it. */
async function post(address: string, body: BodyInit, signal?: AbortSignal): Promise<Response> {
  const headers = { 'Content-Type': 'application/json' };
  const response = await api.api.request(`/api/norms/class/${address}`, { method: 'POST', body, signal, headers });
  expect(response.headers.get('Cache-Control')).toContain('no-store');
  return response;
}

async function take(): Promise<ClassRequest> {
  const taken = TakenClassSchema.parse(await (await post('tables', table)).json());
  const slj = { source: 'Standing long jump [cm]', target: { key: 'slj', unit: 'cm' } };
  const others = taken.suggested.filter(({ source }) => source !== slj.source);
  return { tables: taken.tables, mapping: [...others, slj], names: taken.names, testDate: null };
}

/** Everything that a request could have left behind. */
async function traces() {
  const objects = await api.repository.files.withScratchFile(async (file) => path.dirname(path.dirname(file)));
  const files = readdirSync(objects, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const contents = files.map(({ parentPath, name: file }) => readFileSync(path.join(parentPath, file), 'latin1'));
  const errors = api.serverErrors.map((error) => [
    String(error),
    error instanceof Error ? error.stack : '',
    JSON.stringify(error),
  ]);
  return {
    database: await findInTables(api.pool, {}),
    objects: await findInObjects(api.repository.files, {}),
    files: findInTexts('files', [files.map((file) => file.name), contents], {}),
    scratch: readdirSync(path.join(objects, '.incoming')),
    temporary: findInTexts('temporary', readdirSync(os.tmpdir()), {}),
    log: findInTexts('log', [errors, api.jobLog, api.mails], {}),
  };
}

const nothing = { database: {}, objects: {}, files: {}, scratch: [], temporary: {}, log: {} };

test('after a report and a workbook, no byte of a class is left', async () => {
  const request = await take();
  expect(JSON.stringify(request)).toContain(cell);
  const report = await post('report', JSON.stringify(request));
  expect(await report.text()).toContain(name);
  await (await post('report.xlsx', JSON.stringify(request))).arrayBuffer();
  expect(await traces()).toEqual(nothing);
});

test('after refused requests, no byte of a class is left', async () => {
  const request = await take();
  expect((await post('report', JSON.stringify({ ...request, mapping: [] }))).status).toBe(422);
  expect((await post('report', JSON.stringify({ ...request, names: cell }))).status).toBe(400);
  expect((await post('tables', `${table}\n${'x'.repeat(5_000_000)}`)).status).toBe(413);
  expect((await post('tables', `a\tb\n${`${cell}\t1\n`.repeat(2001)}`)).status).toBe(413);
  expect((await post('tables', `{\\rtf ${cell}`)).status).toBe(422);
  expect(await traces()).toEqual(nothing);
});

test('after a request that crashed, no byte of a class is left, and the error does not tell of it', async () => {
  const request = await take();
  const failing = vi.spyOn(api.repository.tables, 'all');
  const reasons = [
    new TableEngineError('statement', `Conversion Error: Could not convert string '${cell}'`),
    new Error(`Cannot read ${cell}`),
  ];
  for (const reason of reasons) {
    failing.mockRejectedValueOnce(reason);
    const crashed = await post('report', JSON.stringify(request));
    expect(crashed.status).toBe(500);
    expect(await crashed.text()).not.toContain(cell);
  }
  failing.mockRestore();
  expect(api.serverErrors).toHaveLength(2);
  expect(await traces()).toEqual(nothing);
});

test('after a visitor has left in the middle of a report, no byte of a class is left', async () => {
  const request = await take();
  const leaving = new AbortController();
  const { tables } = api.repository;
  const { all } = tables;
  const reading = vi.spyOn(tables, 'all').mockImplementationOnce((...statement) => {
    leaving.abort();
    return all.apply(tables, statement);
  });
  const answer = await post('report', JSON.stringify(request), leaving.signal);
  reading.mockRestore();
  // Nobody reads it. A report would mean that the visitor had stayed to its end.
  expect([leaving.signal.aborted, answer.status]).toEqual([true, 503]);
  // The statement that was under way ends within moments.
  await vi.waitFor(async () => expect(await traces()).toEqual(nothing), 20_000);
});
