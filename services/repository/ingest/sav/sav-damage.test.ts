import { describe, expect, test } from 'vitest';

import { readSavBytes } from '../../../../tests/support/read-sav-bytes';
import { createRandom } from '../../help-files/made-up-people';
import { writeSav, type SavFile } from '../../../../tests/support/write-sav';
import { FileFailure } from '../file-failure';

const study: SavFile = {
  label: 'Study',
  variables: [
    { name: 'SEX', longName: 'sex', label: 'Sex of the child', valueLabels: [[1, 'male']] },
    { name: 'GRIP', missing: { range: [-9, -1], values: [999] } },
    { name: 'BORN', format: 20 },
    { name: 'COMMENT', width: 30, valueLabels: [['none', 'no comment']], missing: { values: ['-'] } },
    { name: 'REPORT', width: 300 },
  ],
  rows: Array.from({ length: 40 }, (_, i) => [i % 3, i / 7, 1.3e10 + i * 86_400, `comment ${i}`, 'x'.repeat(i)]),
  documents: ['a line'],
};
const compressions = ['none', 'bytecode', 'zlib'] as const;
const headerBytes = 176;

/** 'read', or the code of the refusal. */
async function outcome(bytes: Buffer): Promise<string> {
  try {
    await readSavBytes(bytes);
    return 'read';
  } catch (error) {
    if (error instanceof FileFailure) return error.code;
    throw error;
  }
}

/** A copy with one number replaced, in the byte order of the file. */
function withInt32(bytes: Buffer, at: number, value: number): Buffer {
  const copy = Buffer.from(bytes);
  copy.writeInt32LE(value, at);
  return copy;
}

test.each([
  [
    'an encrypted file',
    Buffer.from(`\x1c\0\0\0\0\0\0\0ENCRYPTEDSAV${'\0'.repeat(200)}`, 'latin1'),
    'password-protected',
  ],
  ['an empty file', Buffer.alloc(0), 'damaged'],
  ['text', Buffer.from('a;b\n1;2\n'), 'damaged'],
  ['a mark without anything else', Buffer.from('$FL2@(#) SPSS DATA FILE'), 'damaged'],
  ['a file without variables', writeSav({ variables: [], rows: [] }), 'file-empty'],
])('%s', async (_, bytes, code) => {
  expect(await outcome(bytes)).toBe(code);
});

describe.each(compressions)('compression %s', (compression) => {
  const whole = writeSav({ ...study, compression });

  test('a truncated file is damaged, wherever it ends', async () => {
    const lengths = Array.from({ length: 60 }, (_, i) => Math.floor((i * whole.length) / 60));
    const outcomes = await Promise.all(lengths.map((length) => outcome(whole.subarray(0, length))));
    expect(new Set(outcomes)).toEqual(new Set(['damaged']));
  });

  test('a file that ends within a case is damaged, even without a number of cases', async () => {
    const unknown = writeSav({ ...study, compression, caseCount: -1 });
    expect(await outcome(unknown)).toBe('read');
    expect(await outcome(unknown.subarray(0, unknown.length - 100))).toBe('damaged');
  });

  test.each([0, 1, 39, 41, 2_000_000_000])('a header with %i cases for 40 cases is damaged', async (caseCount) => {
    expect(await outcome(writeSav({ ...study, compression, caseCount }))).toBe('damaged');
  });

  test('too many columns are refused with their number', async () => {
    const tooWide = new FileFailure('too-many-columns', { count: 5, max: 4 });
    await expect(readSavBytes(whole, 4)).rejects.toEqual(tooWide);
  });

  test('200 mutations of a file are either refused or read', async () => {
    const random = createRandom(compression.length).fraction;
    const outcomes = new Set<string>();
    for (let i = 0; i < 200; i += 1) outcomes.add(await outcome(mutate(whole, random)));
    expect(outcomes).toContain('read');
    expect(outcomes).toContain('damaged');
  });
});

test('columns far beyond the limit are counted, but not kept', async () => {
  const variables = Array.from({ length: 300 }, (_, i) => ({ name: `V${i}` }));
  const failure = new FileFailure('too-many-columns', { count: 300, max: 2 });
  await expect(readSavBytes(writeSav({ variables, rows: [] }), 2)).rejects.toEqual(failure);
});

describe('absurd numbers', () => {
  const one = writeSav({
    variables: [{ name: 'A', label: 'Label', valueLabels: [[1, 'x']] }],
    rows: [[1]],
    documents: ['line'],
  });
  const labelLengthAt = headerBytes + 32;
  const labelsAt = labelLengthAt + 4 + 8;
  const documentsAt = labelsAt + 8 + 16 + 12;

  test.each([
    ['width of a variable', headerBytes + 4, 256],
    ['flag for a label', headerBytes + 8, 2],
    ['number of missing values', headerBytes + 12, 4],
    ['number of missing values', headerBytes + 12, -1],
    ['length of a label', labelLengthAt, 2 ** 31 - 1],
    ['length of a label', labelLengthAt, -1],
    ['number of value labels', labelsAt + 4, 2 ** 31 - 1],
    ['number of labelled variables', labelsAt + 8 + 16 + 4, 2 ** 31 - 1],
    ['labelled variable', labelsAt + 8 + 16 + 8, 2],
    ['labelled variable', labelsAt + 8 + 16 + 8, 0],
    ['number of document lines', documentsAt + 4, 2 ** 31 - 1],
    ['record type', documentsAt, 5],
    ['size of an extension', documentsAt + 8 + 80 + 8, 2 ** 31 - 1],
    ['count of an extension', documentsAt + 8 + 80 + 12, 2 ** 31 - 1],
    ['count of an extension', documentsAt + 8 + 80 + 12, -1],
  ])('%s (at byte %i: %i)', async (_, at, value) => {
    expect(await outcome(one)).toBe('read');
    expect(await outcome(withInt32(one, at, value))).toBe('damaged');
  });

  test('of packed blocks', async () => {
    const packed = writeSav({ ...study, compression: 'zlib', blockBytes: 2000 });
    for (const back of [4, 8]) {
      for (const value of [0, -1, 1, 2 ** 31 - 1]) {
        expect(await outcome(withInt32(packed, packed.length - back, value))).toBe('damaged');
      }
    }
  });

  test('of a very long string, whose parts then stay separate', async () => {
    const bytes = writeSav({ variables: [{ name: 'A', width: 300 }], rows: [['x'.repeat(300)]] });
    for (const width of ['99999', '00000', '-0300', '30000', 'abcde']) {
      const text = Buffer.from(bytes.toString('latin1').replace('A=00300', `A=${width}`), 'latin1');
      expect((await readSavBytes(text)).columns.length).toBe(2);
    }
  });
});

test('an invalid record of long labels loses labels, but not data', async () => {
  const bytes = writeSav({ variables: [{ name: 'A', width: 9, valueLabels: [['abc', 'letters']] }], rows: [['abc']] });
  const at = bytes.indexOf('letters') - 4;
  const { columns, rows } = await readSavBytes(withInt32(bytes, at, 70_000));
  expect(columns).toEqual([{ name: 'A', kind: 'text' }]);
  expect(rows).toEqual([['abc']]);
});

/** Flips bits, overwrites bytes, removes the end or doubles a part. */
function mutate(whole: Buffer, random: () => number): Buffer {
  const bytes = Buffer.from(whole);
  const position = () => Math.floor(random() * bytes.length);
  const kind = Math.floor(random() * 5);
  if (kind === 0) return bytes.subarray(0, position());
  if (kind === 1) return Buffer.concat([bytes.subarray(0, position()), bytes.subarray(position())]);
  for (let flips = Math.ceil(random() * 4); flips > 0; flips -= 1) {
    // The dictionary is where a bit changes most.
    const at = kind === 2 ? position() : Math.floor(random() * Math.min(1200, bytes.length));
    bytes[at]! = kind === 4 ? Math.floor(random() * 256) : bytes[at]! ^ (1 << Math.floor(random() * 8));
  }
  return bytes;
}
