import { expect, test } from 'vitest';

import { readSavBytes } from '../../../../tests/support/read-sav-bytes';
import { writeSav } from '../../../../tests/support/write-sav';
import { chooseEncoding, makeDecoder } from './encodings';

test.each([
  ['UTF-8', null, 'utf-8'],
  ['utf8', 1252, 'utf-8'],
  ['windows-1252', null, 'windows-1252'],
  ['CP1252', null, 'windows-1252'],
  ['ISO-8859-1', null, 'windows-1252'],
  ['us-ascii', null, 'windows-1252'],
  ['windows-1250', null, 'windows-1250'],
  ['ISO-8859-15', null, 'iso-8859-15'],
  ['EUC-KR', null, 'euc-kr'],
  ['CP949', null, 'euc-kr'],
  ['Shift_JIS', null, 'shift_jis'],
  ['cp932', null, 'shift_jis'],
  ['GBK', null, 'gbk'],
  ['EUC-CN', null, 'gbk'],
  ['Big5', null, 'big5'],
  ['windows-874', null, 'windows-874'],
  ['65001', null, 'utf-8'],
  [null, 65001, 'utf-8'],
  [null, 1252, 'windows-1252'],
  [null, 1250, 'windows-1250'],
  [null, 28605, 'iso-8859-15'],
  [null, 936, 'gbk'],
  [null, 2, 'windows-1252'],
  [null, 3, 'windows-1252'],
  ['nonsense', 1251, 'windows-1251'],
  ['utf-16', null, 'windows-1252'],
  ['', 99, 'windows-1252'],
  [null, null, 'windows-1252'],
])('name %s and code %s mean %s', (name, code, encoding) => {
  expect(chooseEncoding(name, code)).toBe(encoding);
});

test.each([
  ['windows-1252', '80 96 e4', '€–ä'],
  ['windows-1250', '8a e8', 'Šč'],
  ['windows-1251', 'cf f0 fb', 'Пры'],
  ['iso-8859-15', 'a4', '€'],
  ['euc-kr', 'c7 d1 b1 db', '한글'],
  ['shift_jis', '93 fa 96 7b', '日本'],
  ['gbk', 'd6 d0', '中'],
  ['big5', 'a4 a4', '中'],
  ['utf-8', 'e2 82 ac', '€'],
  ['utf-8', '61 e2 82', 'a\ufffd'],
  ['gbk', '61 d6', 'a\ufffd'],
])('%s: %s', (encoding, bytes, text) => {
  expect(makeDecoder(encoding)(Buffer.from(bytes.replaceAll(' ', ''), 'hex'))).toBe(text);
});

test('every byte of every encoding has some text', () => {
  const bytes = Buffer.from(Array.from({ length: 256 }, (_, i) => i));
  for (const name of ['utf-8', 'windows-1252', 'windows-1253', 'iso-8859-8', 'gb18030', 'euc-jp', 'macintosh']) {
    expect(makeDecoder(chooseEncoding(name, null))(bytes).length).toBeGreaterThan(128);
  }
});

test.each([{ name: 'windows-1252' }, { code: 1252 }, {}])('names, labels and cells by %o', async (named) => {
  const latin = (text: string) => Buffer.from(text.replaceAll('€', '\x80'), 'latin1');
  const bytes = writeSav({
    encoding: { ...named, encode: latin },
    label: 'Prüfung',
    variables: [{ name: 'GRÖSSE', longName: 'Größe', width: 10, label: 'in €', valueLabels: [['groß', 'über 1,80']] }],
    rows: [['groß'], ['5 €']],
  });
  const { name, columns, rows } = await readSavBytes(bytes);
  expect(name).toBe('Prüfung');
  expect(columns).toEqual([{ name: 'Größe', kind: 'text', label: 'in €', valueLabels: { groß: 'über 1,80' } }]);
  expect(rows).toEqual([['groß'], ['5 €']]);
});
