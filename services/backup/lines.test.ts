import { Readable } from 'node:stream';

import { expect, test } from 'vitest';

import { linesIn } from './lines';

async function read(text: string, chunkBytes: number): Promise<string[]> {
  const bytes = Buffer.from(text);
  const chunks = Array.from({ length: Math.ceil(bytes.length / chunkBytes) }, (_, chunk) =>
    bytes.subarray(chunk * chunkBytes, (chunk + 1) * chunkBytes),
  );
  const lines: string[] = [];
  for await (const some of linesIn(Readable.from(chunks))) lines.push(...some);
  return lines;
}

test.each([1, 2, 3, 7, 1000])('lines are whole however the bytes arrive: %i at a time', async (chunkBytes) => {
  const lines = ['["ä"]', '', 'a much longer line “with” 𝄞', '["b"]'];
  expect(await read(`${lines.join('\n')}\n`, chunkBytes)).toEqual(lines);
  expect(await read(lines.join('\n'), chunkBytes)).toEqual(lines);
});

test.each(['\u2028', '\u2029', '\u0085', '\u000b', '\r'])('%j ends no line', async (separator) => {
  expect(await read(`["a${separator}b"]\n["c"]\n`, 5)).toEqual([`["a${separator}b"]`, '["c"]']);
});

test('no bytes are no lines', async () => {
  expect(await read('', 1)).toEqual([]);
});
