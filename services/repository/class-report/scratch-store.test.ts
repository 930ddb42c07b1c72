import { expect, test } from 'vitest';

import { Refusal } from '@domain/error-codes';
import { isOutage } from '@domain/outage';

import { isTooMuch, TableEngineError } from '../context/table-engine';
import { withoutContents } from './scratch-store';

const name = 'Mia Marker';
const coded = (code: string) => Object.assign(new Error(`insert failed: ${name}`), { code });

test.each([
  ['a database that was stopped', coded('57P01')],
  ['a connection that ended', new Error('Connection terminated unexpectedly')],
  ['a query whose connection ended', new Error(`Failed query about ${name}`, { cause: coded('ECONNRESET') })],
])('%s stays an outage, and says nothing of the class', (_, error) => {
  const told = withoutContents(error);
  expect(isOutage(told)).toBe(true);
  expect(String(told)).not.toContain(name);
  expect((told as Error).stack).not.toContain(name);
});

test('a full disk is refused as a full store', () => {
  expect(withoutContents(coded('ENOSPC'))).toEqual(new Refusal('storage-full'));
});

test('a statement that failed or took too much keeps its kind, without its message', () => {
  const [wrong, large] = [`Conversion Error: ${name}`, `Out of Memory Error: ${name}`].map((message) =>
    withoutContents(new TableEngineError('statement', message)),
  );
  expect([isTooMuch(wrong), isTooMuch(large)]).toEqual([false, true]);
  expect(`${String(wrong)} ${String(large)}`).not.toContain(name);
});
