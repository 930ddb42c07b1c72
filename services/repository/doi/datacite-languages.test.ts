import { expect, test } from 'vitest';

import { completeMetadata, entry, withEntries } from '../../../tests/fixtures/complete-metadata';
import { dataciteAttributes } from './datacite-attributes';
import { formatDataciteXml } from './datacite-record';

/** XML of a study whose abstract is in a known or unknown language. */
function describeIn(language: string[]): string {
  const metadata = withEntries(
    completeMetadata('Handkraft'),
    entry(2.1, ['Grip'], [0]),
    entry(5, ['Kinder eines Landkreises.']),
    entry(5.1, language, [0]),
    entry(6, ['Kraft']),
    entry(28, ['nl']),
  );
  const facts = { kind: 'raw', nr: 1, metadata, tests: [], siblings: [], rows: 1 } as const;
  const days = { submitted: null, accepted: '2025-03-01', today: '2025-03-01' };
  return formatDataciteXml(dataciteAttributes({ ...facts, ...days }, 'https://motothek.example'));
}

test('DataCite XML of a German study is in German, with an English translated title and choices as stored', () => {
  const xml = describeIn(['de']);
  for (const element of [
    '<title xml:lang="de">Handkraft</title>',
    '<title titleType="TranslatedTitle" xml:lang="en">Grip</title>',
    '<subject xml:lang="de">Kraft</subject>',
    '<subject xml:lang="en">Single tests</subject>',
    '<description descriptionType="Abstract" xml:lang="de">Kinder eines Landkreises.</description>',
    '<language>nl</language>',
  ]) {
    expect(xml).toContain(element);
  }
  expect(xml).toMatch(/<description descriptionType="Methods" xml:lang="de">Studiendesign: Querschnitt/);
});

test('if the language is unknown, DataCite XML states none', () => {
  const xml = describeIn([]);
  for (const element of [
    '<title>Handkraft</title>',
    '<title titleType="TranslatedTitle">Grip</title>',
    '<subject>Kraft</subject>',
    '<description descriptionType="Abstract">Kinder eines Landkreises.</description>',
  ]) {
    expect(xml).toContain(element);
  }
});
