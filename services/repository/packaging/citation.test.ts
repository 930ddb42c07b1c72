import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { SearchRow } from '@domain/api/search';

import { nameArbitrary, textArbitrary } from '../../../tests/support/metadata-arbitrary';
import { authorName, readCitations } from '../../../tests/support/read-citations';
import { formatBibtex, formatCitation, formatCslJson, formatEndnote, formatRis, readCitation } from './citation';

const row: SearchRow = {
  nr: 7,
  doi: '10.1234/mt-7',
  doiUrl: 'https://doi.org/10.1234/mt-7',
  doiIsTest: false,
  pubYears: [2019],
  authors: ['Muster, Eva'],
  titles: ['From the row'],
  titleLanguages: ['en'],
  dataLanguage: 'de',
  types: ['RAW'],
  count: 1,
  genders: [],
  ages: [],
  rights: ['CC-BY 4.0'],
  exercises: [],
};
const datacite = {
  creators: [
    { name: 'Muster, Eva', familyName: 'Muster', givenName: 'Eva' },
    { name: 'Institute of Sport', nameType: 'Organizational' },
  ],
  titles: [{ title: 'Strength & speed: 100 % of {all}' }],
  publisher: { name: 'Motothek' },
  publicationYear: 2025,
  version: '1.0',
};
const citation = readCitation(row, datacite);

test('the citation has the form DataCite prefers', () => {
  expect(formatCitation(citation)).toBe(
    'Muster, Eva; Institute of Sport (2025): Strength & speed: 100 % of {all}. Version 1.0. Motothek. (Dataset). https://doi.org/10.1234/mt-7',
  );
});

test('the mark of a withdrawal is in the language of the text', () => {
  const withdrawn = { ...citation, withdrawn: '2026-03-01' };
  expect(formatCitation(withdrawn, 'en')).toMatch(/mt-7 \(Withdrawn 1 March 2026\)$/);
  expect(formatCitation(withdrawn, 'de')).toMatch(/mt-7 \(Zurückgezogen am 1\. März 2026\)$/);
});

test('a test DOI is never cited; our URL replaces it', () => {
  const local = readCitation({ ...row, doiIsTest: true, doiUrl: 'https://m.example/data-set/7' }, datacite);
  const texts = [formatCitation, formatBibtex, formatRis, formatCslJson, formatEndnote].map((format) => format(local));
  for (const text of texts) {
    expect(text).not.toContain('10.1234');
    expect(text).toContain('https://m.example/data-set/7');
  }
});

test('without DataCite JSON the row is cited', () => {
  expect(formatCitation(readCitation(row, null))).toBe(
    'Muster, Eva (n.d.): From the row. Motothek. (Dataset). https://doi.org/10.1234/mt-7',
  );
});

test('BibTeX keeps institutions whole and escapes special characters', () => {
  expect(formatBibtex(citation)).toBe(
    [
      '@misc{motothek-7,',
      '  author = {Muster, Eva and {Institute of Sport}},',
      '  title = {{Strength \\& speed: 100 \\% of \\textbraceleft{}all\\textbraceright{}}},',
      '  year = {2025},',
      '  version = {1.0},',
      '  publisher = {Motothek},',
      '  doi = {10.1234/mt-7},',
      '  url = {https://doi.org/10.1234/mt-7},',
      '  note = {Dataset},',
      '}',
      '',
    ].join('\n'),
  );
});

test('RIS and CSL-JSON contain the same facts', () => {
  expect(formatRis(citation).split('\r\n').slice(0, 4)).toEqual([
    'TY  - DATA',
    'AU  - Muster, Eva',
    'AU  - Institute of Sport',
    'TI  - Strength & speed: 100 % of {all}',
  ]);
  expect(JSON.parse(formatCslJson(citation))).toEqual([
    {
      id: 'motothek-7',
      type: 'dataset',
      title: 'Strength & speed: 100 % of {all}',
      author: [{ family: 'Muster', given: 'Eva' }, { literal: 'Institute of Sport' }],
      issued: { 'date-parts': [[2025]] },
      version: '1.0',
      publisher: 'Motothek',
      DOI: '10.1234/mt-7',
      URL: 'https://doi.org/10.1234/mt-7',
    },
  ]);
});

test('EndNote has a tag in front of each fact, and does not split organisations', () => {
  const inGerman = readCitation(row, {
    ...datacite,
    creators: [...datacite.creators, { name: 'Institut für Sport, KIT' }],
    titles: [{ title: '{Kraft}, "Maß"\n\n%0 & mehr', lang: 'de' }],
  });
  expect(formatEndnote(inGerman)).toBe(
    [
      '%0 Dataset',
      '%A Muster, Eva',
      '%A Institute of Sport,',
      '%A Institut für Sport,, KIT',
      '%T {Kraft}, "Maß" %0 & mehr',
      '%G de',
      '%D 2025',
      '%7 1.0',
      '%I Motothek',
      '%R 10.1234/mt-7',
      '%U https://doi.org/10.1234/mt-7',
      '',
    ].join('\n'),
  );
});

test('a version that is entered with the word is not called so twice', () => {
  expect(formatCitation(readCitation(row, { ...datacite, version: 'Version 2' }))).toContain('. Version 2. Motothek');
});

test('citations contain the language of the title, unless it is unknown', () => {
  const inGerman = readCitation(row, { ...datacite, titles: [{ title: 'Kraft der Hand', lang: 'de' }] });
  expect(formatBibtex(inGerman)).toContain('  langid = {ngerman},\n');
  expect(formatRis(inGerman)).toContain('LA  - de\r\n');
  expect(JSON.parse(formatCslJson(inGerman))).toMatchObject([{ title: 'Kraft der Hand', language: 'de' }]);
  expect(formatRis(readCitation(row, null))).toContain('LA  - en\r\n');
  for (const text of [formatBibtex(citation), formatRis(citation), formatCslJson(citation)]) {
    expect(text).not.toMatch(/lang|^LA/im);
  }
});

describe('another reader', () => {
  const hostile = [
    { family: 'von der Leyen', given: 'Ursula' },
    { family: 'Sand and Sea', given: 'Eva' },
    { family: 'Müller-Lüdenscheidt', given: 'Ö. {X}' },
    { family: 'Institute of Sport and Health, KIT', given: '' },
    { family: 'AND', given: '' },
  ];
  const title = '{Un}balanced } and { 100 % & $5 #1 a_b ~ ^ \\LaTeX "quoted" <i>ä</i> 😀\nTY  - JOUR';
  const cited = readCitation(row, {
    creators: hostile.map(({ family, given }) => ({
      name: [family, given].filter(Boolean).join(', '),
      ...(given ? { familyName: family, givenName: given } : {}),
    })),
    titles: [{ title }],
    publisher: { name: 'Motothek' },
    publicationYear: '2025',
  });
  const names = hostile.map(({ family, given }) => [family, given].filter(Boolean).join(', '));
  const line = title.replace(/\s+/g, ' ');

  test('of BibTeX finds every character of a hostile title and every author', () => {
    const [read, ...more] = readCitations(formatBibtex(cited));
    expect(more).toEqual([]);
    expect([read?.title, read?.author?.map(authorName)]).toEqual([line, names]);
    expect(read?.author?.[0]).toMatchObject({ family: 'Leyen', 'non-dropping-particle': 'von der' });
  });

  test('of RIS finds the same, in one record', () => {
    const [read, ...more] = readCitations(formatRis(cited));
    expect(more).toEqual([]);
    expect([read?.title, read?.author?.map(authorName)]).toEqual([line, names]);
  });

  test('of CSL-JSON finds people in their name parts and institutions as they are', () => {
    const [item] = JSON.parse(formatCslJson(cited)) as { title: string; author: unknown[] }[];
    expect(item?.title).toBe(title);
    expect(item?.author).toEqual(hostile.map(({ family, given }) => (given ? { family, given } : { literal: family })));
  });

  test('accepts any title and any names', () => {
    const parts = fc.record({
      title: textArbitrary(500),
      creators: fc.array(nameArbitrary(60), { minLength: 1, maxLength: 3 }),
    });
    const plain = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
    fc.assert(
      fc.property(parts, ({ title: text, creators }) => {
        const citation = readCitation(row, {
          creators: creators.map(({ family, given }) => ({ name: family, familyName: family, givenName: given })),
          titles: [{ title: text }],
          publicationYear: 2025,
        });
        const [bibtex] = readCitations(formatBibtex(citation));
        const [ris] = readCitations(formatRis(citation));
        expect([bibtex?.title, ris?.title]).toEqual([plain(text), plain(text)]);
        expect([bibtex?.author, ris?.author].map((authors) => authors?.length)).toEqual([
          creators.length,
          creators.length,
        ]);
        expect(formatCitation(citation)).not.toMatch(/\n/);
      }),
      { numRuns: 200 },
    );
  });
});
