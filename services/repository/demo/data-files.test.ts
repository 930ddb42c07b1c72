import Papa from 'papaparse';
import { expect, test } from 'vitest';

import { formFields } from '../metadata/schema';
import { validateMetadata } from '@domain/metadata/validate';
import { minFileBytes } from '@domain/limits';

import { findTarget, vocabulary } from '../vocabulary';
import { adultsFile, normsFile, pupilsFile, repeatedFile } from './data-files';
import { demonstrationStudies } from './studies';

test('the files are the same every time', () => {
  for (const make of [pupilsFile, adultsFile, normsFile, repeatedFile]) {
    expect(make().content.equals(make().content)).toBe(true);
  }
});

test.each(demonstrationStudies.map((study) => [study.file().name, study] as const))(
  '%s is large enough, mapped by the vocabulary, and nothing in it is impossible',
  (_, { kind, file }) => {
    const { content, mapping } = file();
    expect(content.byteLength).toBeGreaterThanOrEqual(minFileBytes);
    const text = content.toString('latin1');
    const german = text.split('\r\n')[0]?.includes(';');
    const { data } = Papa.parse<string[]>(text, { delimiter: german ? ';' : ',', skipEmptyLines: true });
    expect(data[0]).toEqual(mapping.map(({ source }) => source));
    for (const [index, { target }] of mapping.entries()) {
      if (!target) continue;
      const found = findTarget(vocabulary, kind, target.key, target.unit);
      expect(found, `${target.key}|${target.unit}`).not.toBeNull();
      const hard = found?.target.hard;
      if (found?.target.type !== 'number' || !hard) continue;
      const values = data.slice(1).map((row) => Number((row[index] ?? '').replace(',', '.')));
      expect(Math.min(...values), target.key).toBeGreaterThanOrEqual(hard.min);
      expect(Math.max(...values), target.key).toBeLessThanOrEqual(Number(hard.max));
    }
  },
);

test('the metadata of every study is complete', () => {
  for (const { metadata } of demonstrationStudies) {
    expect(validateMetadata(formFields('en'), metadata)).toEqual([]);
  }
});
