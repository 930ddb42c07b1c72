import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';

import { createRandom } from '../../services/repository/demo/random';

const columnCount = 40;
/** Rows that are made up; the file repeats them in a random order under new numbers. */
const distinctRows = 5000;
const rowsPerWrite = 5000;

/** Writes a csv file of at least `bytes` with 40 columns of measured values, the same for the same size. */
export async function writeSampleCsv(file: string, bytes: number): Promise<void> {
  const random = createRandom(1);
  const tails = Array.from({ length: distinctRows }, () =>
    Array.from({ length: columnCount - 1 }, (_, i) =>
      (i % 2 ? random.whole(1, 99) : random.whole(10, 999) / 10).toString(),
    ).join(','),
  );
  const output = createWriteStream(file);
  output.write(`id,${Array.from({ length: columnCount - 1 }, (_, i) => `value_${i + 1}`).join(',')}\n`);
  let row = 0;
  while (output.bytesWritten + output.writableLength < bytes) {
    const lines: string[] = [];
    for (let i = 0; i < rowsPerWrite; i += 1) {
      row += 1;
      lines.push(`${row},${tails[random.whole(0, distinctRows - 1)]}\n`);
    }
    if (!output.write(lines.join(''))) await once(output, 'drain');
  }
  output.end();
  await finished(output);
}
