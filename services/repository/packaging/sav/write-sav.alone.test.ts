import { expect, test } from 'vitest';

import { CaseWriter } from '../../row-formats/case-writer';
import type { SavVariable } from '../../row-formats/sav-variable';
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

async function* cases() {
  const writer = new CaseWriter(variables.map(({ width }) => width));
  for (let row = 0; row < rowCount; row += 1) {
    writer.add(variables.map(({ width }, column) => (width > 0 ? `row ${row}` : row / (column + 2))));
    if (row % 1000 === 999) yield writer.take();
  }
  yield writer.finish();
}

test('memory use does not depend on the number of rows', async () => {
  const header = { title: '', writtenAt: new Date(0), variables, caseCount: rowCount };
  let bytes = 0;
  let most = 0;
  let atStart = 0;
  for await (const piece of writeSav(header, cases())) {
    bytes += piece.length;
    most = Math.max(most, process.memoryUsage.rss());
    // After the first rows, when everything is loaded.
    if (atStart === 0 && bytes > mebibyte) atStart = process.memoryUsage.rss();
  }
  expect(bytes).toBeGreaterThan(50 * mebibyte);
  expect((most - atStart) / mebibyte).toBeLessThan(60);
});
