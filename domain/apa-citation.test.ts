import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { nameArbitrary, textArbitrary } from '../tests/support/metadata-arbitrary';
import { formatApa } from './apa-citation';
import type { Citation } from './citation';

const citation: Citation = {
  key: '7',
  creators: [],
  year: 2018,
  title: 'Strength of hands',
  language: 'en',
  version: '',
  publisher: 'Motothek',
  doi: '10.1234/mt-7',
  address: 'https://doi.org/10.1234/mt-7',
  withdrawn: '',
};
const person = (family: string, given: string) => ({ name: `${family}, ${given}`, family, given });
const group = (name: string) => ({ name, family: name, given: '' });

describe("the examples of the style's authors for data sets (https://apastyle.apa.org/style-grammar-guidelines/references/examples/data-set-references)", () => {
  test('published by an archive, by two people', () => {
    const published = {
      ...citation,
      creators: [person("D'Souza", 'Arundhati'), person('Wiseheart', 'Melody')],
      title: 'Cognitive effects of music and dance training in children',
      version: 'V1',
      publisher: 'ICPSR',
      address: 'https://doi.org/10.3886/ICPSR37080.v1',
    };
    expect(formatApa(published, 'en')).toBe(
      "D'Souza, A., & Wiseheart, M. (2018). Cognitive effects of music and dance training in children (Version V1) [Data set]. ICPSR. https://doi.org/10.3886/ICPSR37080.v1",
    );
  });

  test('published by its author, an organisation', () => {
    const published = {
      ...citation,
      creators: [group('Pew Research Center')],
      title: 'American trends panel Wave 26',
      publisher: 'Pew Research Center',
      address: 'https://www.pewsocialtrends.org/dataset/american-trends-panel-wave-26/',
    };
    expect(formatApa(published, 'en')).toBe(
      'Pew Research Center. (2018). American trends panel Wave 26 [Data set]. https://www.pewsocialtrends.org/dataset/american-trends-panel-wave-26/',
    );
  });

  test('by an organisation, published by another one', () => {
    const published = {
      ...citation,
      creators: [group('National Center for Education Statistics')],
      year: 2016,
      title: "Fast Response Survey System (FRSS): Teachers' use of educational technology in U.S. public schools, 2009",
      version: 'Version V3',
      publisher: 'National Archive of Data on Arts and Culture',
      address: 'https://doi.org/10.3886/ICPSR35531.v3',
    };
    expect(formatApa(published, 'en')).toBe(
      "National Center for Education Statistics. (2016). Fast Response Survey System (FRSS): Teachers' use of educational technology in U.S. public schools, 2009 (Version V3) [Data set]. National Archive of Data on Arts and Culture. https://doi.org/10.3886/ICPSR35531.v3",
    );
  });
});

test('a German text has the German words', () => {
  const german = {
    ...citation,
    creators: [person('Müller-Lüdenscheidt', 'Öykü')],
    year: null,
    title: 'Kraft der Hände',
  };
  expect(formatApa(german, 'de')).toBe(
    'Müller-Lüdenscheidt, Ö. (o. D.). Kraft der Hände [Datensatz]. Motothek. https://doi.org/10.1234/mt-7',
  );
});

test('without an author, the title comes first', () => {
  expect(formatApa({ ...citation, version: '2' }, 'en')).toBe(
    'Strength of hands (Version 2) [Data set]. (2018). Motothek. https://doi.org/10.1234/mt-7',
  );
});

test.each([
  ['Eva Maria', 'E. M.'],
  ['Jean-Paul', 'J.-P.'],
  ['J.R. R.', 'J. R. R.'],
  ['  ßeta\n"Bo" {X} ', 'ß. B. X.'],
  ['A\u030angström', 'A\u030a.'],
])('of the given names %j, the initials are %s', (given, initials) => {
  const names = formatApa({ ...citation, creators: [person('Muster', given)] }, 'en');
  expect(names).toMatch(`Muster, ${initials} (2018)`);
});

test('of more than 20 authors, the first 19 and the last are named', () => {
  const authors = (count: number) => Array.from({ length: count }, (_, at) => person(`Name${at + 1}`, 'A'));
  expect(formatApa({ ...citation, creators: authors(20) }, 'en')).toContain('Name19, A., & Name20, A. (2018)');
  const longest = formatApa({ ...citation, creators: authors(22) }, 'en');
  expect(longest).toContain('Name19, A., . . . Name22, A. (2018)');
  expect(longest).not.toContain('Name20');
});

test('any title and names give one line that ends with the address', () => {
  fc.assert(
    fc.property(textArbitrary(300), fc.array(nameArbitrary(60), { maxLength: 3 }), (title, names) => {
      const creators = names.map(({ family, given }) => person(family, given));
      const text = formatApa({ ...citation, title, creators }, 'en');
      expect(text).not.toMatch(/[\r\n\t]| {2}/);
      expect(text.endsWith(' https://doi.org/10.1234/mt-7')).toBe(true);
    }),
  );
});
