import { expect, test } from 'vitest';

import { plantedFiles, zipOf } from './planted-files';
import { readInside, textInside } from './read-inside';
import { writeSav } from './write-sav';

const mark = 'qvx-planted-in-a-file';
const planted = await plantedFiles(mark);

test('what is planted is not there for a search of bytes', () => {
  const plain = [...planted].filter(([, bytes]) => bytes.includes(mark)).map(([name]) => name);
  expect(plain).toEqual(['words.txt']);
});

test.each([...planted])('a text in %s is found, by itself and in an archive', async (name, bytes) => {
  expect(await textInside(bytes)).toContain(mark);
  expect(await textInside(await zipOf([['data/file', bytes]]))).toContain(mark);
  const places = (await readInside(await zipOf([[name, bytes]]), 'all.zip')).filter(({ text }) => text.includes(mark));
  expect(places.map(({ path }) => path.startsWith(`all.zip/${name}`))).toEqual([true]);
});

test('names of files and columns, labels and words for values are found', async () => {
  const variables = [
    { name: 'GRIP', longName: 'qvx_column', label: 'qvx label', valueLabels: [[1, 'qvx words']] as [number, string][] },
  ];
  const sav = writeSav({
    variables,
    rows: [[1]],
    compression: 'bytecode',
    label: 'qvx title',
    documents: ['qvx note'],
  });
  const text = await textInside(await zipOf([['qvx_file.sav', sav]]));
  for (const word of ['qvx_file', 'qvx_column', 'qvx label', 'qvx words', 'qvx title', 'qvx note']) {
    expect(text).toContain(word);
  }
});

test('a damaged file fails instead of being one without a finding', async () => {
  for (const name of ['words.txt.gz', 'table.xlsx', 'table.parquet', 'table.sav']) {
    const bytes = planted.get(name)!;
    await expect(readInside(bytes.subarray(0, bytes.length / 2)), name).rejects.toThrow();
  }
});
