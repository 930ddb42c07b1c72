import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { maxReportedUses, type Use } from '@domain/api/use';

import { createUseBatch } from './use-batch';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const use = (visitor: string, at = 0, changed: Partial<Use> = {}): Use => ({
  nr: 1,
  kind: 'view',
  method: 'regular',
  visitor,
  at,
  ...changed,
});

function openBatch(report: (uses: Use[]) => Promise<void>) {
  const warnings: string[] = [];
  return { batch: createUseBatch({ report, warn: (text) => warnings.push(text) }), warnings };
}

test('uses are reported together every five seconds, and nothing without a use', async () => {
  const reports: Use[][] = [];
  const { batch } = openBatch(async (uses) => void reports.push(uses));
  await vi.advanceTimersByTimeAsync(20_000);
  expect(reports).toEqual([]);
  batch.note(use('ann', 1));
  batch.note(use('bob', 2));
  await vi.advanceTimersByTimeAsync(5000);
  expect(reports).toEqual([[use('ann', 1), use('bob', 2)]]);
});

test('of the clicks of a visitor on the same thing, the latest is reported', async () => {
  const reports: Use[][] = [];
  const { batch } = openBatch(async (uses) => void reports.push(uses));
  for (const at of [1, 2, 3]) batch.note(use('ann', at));
  batch.note(use('ann', 4, { kind: 'download' }));
  batch.note(use('ann', 5, { nr: 2 }));
  await batch.flush();
  expect(reports[0]?.map(({ at }) => at)).toEqual([3, 4, 5]);
});

test('while the store is away, uses are kept in order, with one warning for each outage', async () => {
  let isAway = true;
  const stored: Use[] = [];
  const { batch, warnings } = openBatch(async (uses) => {
    if (isAway) throw new Error('away');
    stored.push(...uses);
  });
  for (let at = 0; at < 3; at += 1) {
    batch.note(use('ann', at * 60_000));
    await batch.flush();
  }
  expect(warnings).toHaveLength(1);
  isAway = false;
  await batch.flush();
  expect(stored.map(({ at }) => at)).toEqual([0, 60_000, 120_000]);
  isAway = true;
  batch.note(use('ann', 180_000));
  await batch.flush();
  expect(warnings).toHaveLength(2);
});

test('uses that are refused are left out, and the others are reported', async () => {
  const stored: Use[] = [];
  const { batch, warnings } = openBatch(async (uses) => {
    if (uses.some(({ nr }) => nr === 0)) throw Object.assign(new Error('refused'), { status: 400 });
    stored.push(...uses);
  });
  batch.note(use('ann', 1, { nr: 0 }));
  await batch.flush();
  batch.note(use('bob', 2));
  await batch.flush();
  expect(stored).toEqual([use('bob', 2)]);
  expect(warnings).toHaveLength(1);
});

test('many uses are reported in parts, and a failed part again', async () => {
  const sizes: number[] = [];
  const { batch } = openBatch(async (uses) => {
    sizes.push(uses.length);
    if (sizes.length === 2) throw new Error('away');
  });
  for (let visitor = 0; visitor < maxReportedUses + 5; visitor += 1) batch.note(use(`v${visitor}`));
  await batch.flush();
  await batch.flush();
  expect(sizes).toEqual([maxReportedUses, 5, 5]);
});

test('noting a use waits for nothing, and at the end everything is reported', async () => {
  const reports: Use[][] = [];
  let goOn = () => {};
  const { batch } = openBatch(async (uses) => {
    reports.push(uses);
    await new Promise<void>((resolve) => (goOn = resolve));
  });
  batch.note(use('ann'));
  const running = batch.flush();
  batch.note(use('bob'));
  const closed = batch.close();
  goOn();
  await running;
  await vi.advanceTimersByTimeAsync(0);
  goOn();
  await closed;
  expect(reports).toEqual([[use('ann')], [use('bob')]]);
});

test('the server does not wait longer than three seconds for a store that does not answer', async () => {
  const { batch } = openBatch(() => new Promise(() => {}));
  batch.note(use('ann'));
  const closed = batch.close();
  await vi.advanceTimersByTimeAsync(3000);
  await closed;
});
