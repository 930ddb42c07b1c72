import { expect, test } from 'vitest';

import { commonInstitution, hasAuthor, marksOfPerson } from './closeness';

test.each([
  ['University of Example', ['Institute of Sport, University of Example'], 'Institute of Sport, University of Example'],
  ['Institut für Sport, Universität Köln', ['TU Wien', 'Universitat Koln'], 'Universitat Koln'],
  ['KIT', ['kit'], 'kit'],
  ['KIT', ['KIT Campus School'], null],
  ['University of Example', ['University of Examples', 'University'], null],
  ['', [''], null],
  ['Example University https://ror.org/04t3en479', ['Example University'], 'Example University'],
])('"%s" shares with %j: %s', (own, others, common) => {
  expect(commonInstitution(own, others)).toBe(common);
});

const authors = (...names: string[]) => [{ id: 1, name: 'Author', values: names }];

test.each([
  ['Eva Muster', ['Muster||Eva'], true],
  ['Eva Maria von Muster', ['von Muster||Eva Maria'], true],
  ['Eva Müster', ['Muster||EVA'], true],
  ['Eva Muster', ['Eva||Muster'], false],
  ['Muster', ['Muster||'], false],
  ['Eva Muster', [], false],
])('an account of %s is recognised among %j: %s', (name, names, isAuthor) => {
  expect(hasAuthor(authors(...names), marksOfPerson({ name }))).toBe(isAuthor);
});

test('an account is recognised by any ORCID that it has had, and not by its e-mail address', () => {
  const metadata = [...authors('Other||A.'), { id: 1.1, name: 'ORCID', values: ['0000-0002-1825-0097'], parents: [0] }];
  const knownAs = ['eva@example.org', 'https://orcid.org/0000-0002-1825-0097'];
  expect(hasAuthor(metadata, marksOfPerson({ name: 'Eva Muster', knownAs }))).toBe(true);
  expect(hasAuthor(metadata, marksOfPerson({ name: 'Eva Muster', knownAs: ['eva@example.org'] }))).toBe(false);
});
