import { expect, test } from 'vitest';

import type { SavVariable } from './sav-variable';
import { writeSav } from './write-sav';

const rowCount = 400_000;
const mebibyte = 1024 * 1024;

const variables = Array.from({ length: 20 }, (_, i): SavVariable => {
  const isText = i % 4 === 0;
  return {
    name: `v${i}`,
    label: '',
    width: isText ? 12 : 0,
    shown: { width: 8, decimals: 2 },
    valueLabels: [],
    level: 'scale',
  };
});

async function* batches() {
  for (let from = 0; from < rowCount; from += 1000) {
    yield Array.from({ length: 1000 }, (_, i) =>
      variables.map(({ width }, column) => (width > 0 ? `row ${from + i}` : (from + i) / (column + 2))),
    );
  }
}

test('memory use does not depend on the number of rows', async () => {
  const header = { title: '', writtenAt: new Date(0), variables, caseCount: rowCount };
  let bytes = 0;
  let most = 0;
  let atStart = 0;
  for await (const piece of writeSav(header, batches())) {
    bytes += piece.length;
    most = Math.max(most, process.memoryUsage.rss());
    // After the first rows, when everything is loaded.
    if (atStart === 0 && bytes > mebibyte) atStart = process.memoryUsage.rss();
  }
  expect(bytes).toBeGreaterThan(50 * mebibyte);
  expect((most - atStart) / mebibyte).toBeLessThan(60);
});
