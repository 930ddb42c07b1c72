import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';

import { createRandom, type Random } from '../../services/repository/help-files/made-up-people';

const columnCount = 40;
const rowsPerWrite = 5000;

/** Generates a cell; `values` is the number of distinct values in an endless file. */
interface Cell {
  values: number;
  text: (random: Random) => string;
}

/** Columns with few distinct values: 8 to 90. */
const few: Cell[] = [
  { values: 9, text: (random) => String(random.whole(1, 9)) },
  { values: 90, text: (random) => String(random.whole(10, 99)) },
  { values: 8, text: (random) => 'abcdefgh'.charAt(random.whole(0, 7)) },
  { values: 61, text: (random) => String(random.whole(20, 80) / 2) },
];
/** Columns with one to ten million distinct values, so that most cells of a file are different. */
const many: Cell[] = [
  { values: 1_000_000, text: (random) => String(random.whole(0, 999_999) / 100) },
  { values: 10_000_000, text: (random) => String(random.whole(0, 9_999_999)) },
  { values: 10_000_000, text: (random) => `p${random.whole(0, 9_999_999).toString(36)}` },
  { values: 10_000_000, text: (random) => String(random.whole(0, 9_999_999) / 1000) },
];

/**
 * Writes a csv file of at least `bytes` with 40 columns, the same for the same size: the row number, then alternating
 * columns with few and with many distinct values, a quarter of them text. Returns the number of rows.
 */
export async function writeSampleCsv(file: string, bytes: number): Promise<number> {
  const random = createRandom(1);
  const cells = Array.from({ length: columnCount }, (_, i) => (i % 2 ? few : many)[(i >> 1) % 4]!);
  const output = createWriteStream(file);
  const names = cells.map(({ values }, i) => (i === 0 ? 'id' : `value_${i}_of_${values}`));
  output.write(`${names.join(',')}\n`);
  let row = 0;
  while (output.bytesWritten + output.writableLength < bytes) {
    let lines = '';
    for (let i = 0; i < rowsPerWrite; i += 1) {
      row += 1;
      lines += row;
      for (let column = 1; column < columnCount; column += 1) lines += `,${cells[column]!.text(random)}`;
      lines += '\n';
    }
    if (!output.write(lines)) await once(output, 'drain');
  }
  output.end();
  await finished(output);
  return row;
}
