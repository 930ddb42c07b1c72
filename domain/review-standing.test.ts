import { expect, test } from 'vitest';

import type { MetadataEntry } from './api/metadata';
import { comparedEmail } from './text';
import { fieldIds } from './metadata/field-ids';
import { accountMarks, namingMarks, reviewStanding } from './review-standing';

test.each(['\u200B', '\u00AD', '\u2060', '\uFEFF', '\u034F', '\uFE0F'])(
  'an e-mail address is the same with the invisible character %j in it',
  (sign) => {
    expect(comparedEmail(` ${sign} Expert1${sign}@example.org${sign} `)).toBe('expert1@example.org');
    const contact: MetadataEntry = {
      id: fieldIds.contactEmail,
      name: 'E-mail',
      values: [`expert1${sign}@example.org`],
    };
    const expert = { subject: 'expert1', name: '', email: 'expert1@example.org' };
    expect(reviewStanding(expert, { owner: 'somebody', members: [], metadata: [contact] })).toBe('named');
  },
);

const author = (name: string, orcid = ''): MetadataEntry[] => [
  { id: fieldIds.author, name: 'Author', values: ['Beispiel||Jan', name] },
  ...(orcid === '' ? [] : [{ id: fieldIds.orcid, name: 'ORCID', values: [orcid], parents: [1] }]),
];
const standing = (name: string, metadata: MetadataEntry[], orcid?: string) =>
  reviewStanding(
    { subject: 'expert1', name, email: 'expert1@example.org', orcid },
    { owner: 'somebody', members: [], metadata },
  );

test.each([
  ['Edda Expert', 'Expert||Edda'],
  ['EXPERT, Edda', 'Expert||Edda'],
  ['Prof. Dr. rer. nat. Edda Müller-Expert', 'Muller Expert||Edda'],
  ['Edda Müller', 'Mueller||Edda'],
  ['Renée Łukasz', 'Lukasz||Dr. Renee'],
])('the account %j counts as the author %j', (name, named) => {
  expect(standing(name, author(named))).toBe('named');
});

test.each([
  ['Edda Expert', 'Expert||Emil'],
  ['Expert', 'Expert||'],
  ['', '||'],
  ['Phil Expert', 'Expert||Edda'],
])('the account %j does not count as the author %j', (name, named) => {
  expect(standing(name, author(named))).toBe('board');
});

test('of an expert and an author with the same name and different ORCIDs, each is somebody else', () => {
  const named = author('Expert||Edda', '0000-0002-1825-0097');
  expect(standing('Edda Expert', named, '0000-0001-5109-3700')).toBe('board');
  expect(standing('Edda Expert', named)).toBe('named');
  expect(standing('Edda Expert', author('Expert||Edda'), '0000-0001-5109-3700')).toBe('named');
});

test.each([
  ['Edda Müller', author('Mueller||Edda'), undefined],
  ['Prof. Dr. rer. nat. Edda Müller-Expert', author('Muller Expert||Edda'), undefined],
  ['Renée Łukasz', author('Lukasz||Dr. Renee'), undefined],
  ['Somebody', [{ id: fieldIds.contactEmail, name: 'E-mail', values: ['Expert1+data@Example.org'] }], undefined],
  ['Edda', author('Other||Name', 'https://orcid.org/0000000218250097'), '0000-0002-1825-0097'],
  [`Edda ${'Long'.repeat(100)}`, author(`Edda ${'long'.repeat(100)}`), undefined],
])('whoever is named has a mark in common with the metadata: %s', (name, metadata, orcid) => {
  const account = { name, email: 'expert1@example.org', orcid };
  expect(standing(name, metadata, orcid)).toBe('named');
  const own = accountMarks(account);
  expect(namingMarks({ metadata }).filter((mark) => own.includes(mark))).not.toEqual([]);
});

test('somebody else has none, and a single word is no mark', () => {
  const metadata = author('Other||Name', '0000-0002-1825-0097');
  const own = accountMarks({ name: 'Edda', email: 'expert1@example.org', orcid: '0000-0001-5109-3700' });
  expect(namingMarks({ metadata }).filter((mark) => own.includes(mark))).toEqual([]);
  expect(own).toEqual(['expert1@example.org', '0000-0001-5109-3700']);
});
