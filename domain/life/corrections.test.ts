import { describe, expect, test } from 'vitest';

import type { MetadataEntry } from '../api/metadata';
import { fieldIds } from '../metadata/field-ids';
import { areSamePeople, correctionRefusal, licenceStep, splitCorrection, stillApply, withChanges } from './corrections';

const topOf = (field: number) => Math.floor(field);
const entry = (id: number, ...values: string[]): MetadataEntry => ({ id, name: '', values });

/** Authors with an ORCID each, or '' for none. */
function authors(...people: [name: string, orcid?: string][]): MetadataEntry[] {
  const orcids = people.flatMap(([, orcid], index) => (orcid ? [{ orcid, index }] : []));
  return [
    entry(fieldIds.author, ...people.map(([name]) => name)),
    ...(orcids.length === 0
      ? []
      : [
          {
            id: fieldIds.orcid,
            name: '',
            values: orcids.map((one) => one.orcid),
            parents: orcids.map((one) => one.index),
          },
        ]),
  ];
}
const one = '0000-0002-1825-0097';
const other = '0000-0001-5109-3700';

const current = [
  ...authors(['Meier||Anna', one], ['Kühn||Bo']),
  entry(fieldIds.title, 'Fitness of pupils'),
  entry(fieldIds.abstract, 'Old words'),
  entry(fieldIds.licence, 'CC-BY 4.0'),
  entry(fieldIds.embargo, '2020-1-1-2021-1-1'),
];
/** Fields by what happens with them, after some entries were replaced. */
function split(replaced: MetadataEntry[], agreedAuthors = current, without: number[] = []) {
  const ids = [...replaced.map(({ id }) => id), ...without];
  const corrected = [...current.filter(({ id }) => !ids.includes(id)), ...replaced];
  const { atOnce, waiting, fixed } = splitCorrection({ current, corrected, agreedAuthors }, topOf);
  return [atOnce, waiting, fixed].map((changes) => changes.map(({ field }) => field));
}

describe('a correction', () => {
  test('is applied at once where it only describes', () => {
    expect(split([entry(fieldIds.abstract, 'New words'), entry(fieldIds.keyword, 'speed')])).toEqual([[5, 6], [], []]);
    expect(split([])).toEqual([[], [], []]);
  });

  test.each([
    ['title', entry(fieldIds.title, 'Fitness of students')],
    ['licence', entry(fieldIds.licence, 'SUFL 1.0')],
    ['collection', entry(fieldIds.collection, '2019------')],
    ['rightsHolder', entry(fieldIds.rightsHolder, 'Another institute')],
    ['ethicsVote', entry(fieldIds.ethicsVote, 'Approved')],
    ['version', entry(fieldIds.version, '2.0')],
  ] as const)('waits for consent in %s', (field, changed) => {
    expect(split([changed, entry(fieldIds.abstract, 'New words')])).toEqual([[5], [fieldIds[field]], []]);
  });

  test('waits with what is read together with it', () => {
    const both = [entry(fieldIds.consent, 'yes'), entry(fieldIds.anonymisation, 'No names')];
    expect(split(both)).toEqual([[], [23, 24], []]);
    expect(split(both.slice(1))).toEqual([[24], [], []]);
  });

  test('may not change the embargo, missing-value codes and the note to the board', () => {
    const changed = [fieldIds.embargo, fieldIds.missingCodes, fieldIds.boardNote].map((id) => entry(id, '2030------'));
    expect(split(changed)).toEqual([[], [], [29, 31, 32]]);
  });

  test('may add a translated title at once, but not change one', () => {
    const translated = entry(fieldIds.translatedTitle, 'Fitness von Kindern');
    expect(split([translated])).toEqual([[2], [], []]);
    const before = [...current, entry(fieldIds.translatedTitle, 'Alt')];
    const changes = splitCorrection(
      { current: before, corrected: [...current, translated], agreedAuthors: before },
      topOf,
    );
    expect(changes.waiting.map(({ field }) => field)).toEqual([2]);
    const removed = splitCorrection({ current: before, corrected: current, agreedAuthors: before }, topOf);
    expect(removed.waiting.map(({ field }) => field)).toEqual([2]);
  });

  test('is refused unless the data set is accepted and not withdrawn', () => {
    expect(correctionRefusal({ status: 'Accepted', withdrawnAt: null })).toBeNull();
    expect(correctionRefusal({ status: 'Accepted', withdrawnAt: new Date() })).toBe('data-set-withdrawn');
    for (const status of ['Uploaded', 'Submitted', 'Pending', 'ChangesRequested', 'Rejected'] as const) {
      expect(correctionRefusal({ status, withdrawnAt: null })).toBe('not-accepted');
    }
  });
});

describe('authors are the same people', () => {
  test.each<[string, MetadataEntry[], MetadataEntry[]]>([
    ['with an umlaut', authors(['Kuhn||Bo']), authors(['Kühn||Bo'])],
    ['with one letter corrected', authors(['Meier||Anna']), authors(['Maier||Anna'])],
    ['with two letters swapped', authors(['Shmidt||Johannes']), authors(['Schmitt||Johannes'])],
    ['with a hyphen', authors(['Meier Schulz||Anna']), authors(['Meier-Schulz||Anna'])],
    ['with another family name and the same ORCID', authors(['Meier||Anna', one]), authors(['Schulz||Anna', one])],
    ['with the given name in full and the same ORCID', authors(['Meier||A.', one]), authors(['Meier||Anna', one])],
    ['with an ORCID added', authors(['Meier||Anna']), authors(['Meier||Anna', one])],
  ])('%s', (_, before, after) => {
    expect(areSamePeople(before, after)).toBe(true);
  });

  test.each<[string, MetadataEntry[], MetadataEntry[]]>([
    ['but not with one more', authors(['Meier||Anna']), authors(['Meier||Anna'], ['Kühn||Bo'])],
    ['but not with one fewer', authors(['Meier||Anna'], ['Kühn||Bo']), authors(['Kühn||Bo'])],
    ['but not in another order', authors(['Meier||Anna'], ['Kühn||Bo']), authors(['Kühn||Bo'], ['Meier||Anna'])],
    ['but not with another given name', authors(['Meier||Anna']), authors(['Meier||Otto'])],
    ['but not with two letters of a short name', authors(['Li||Na']), authors(['Lu||Mo'])],
    ['but not with two other names, whatever the ORCID', authors(['Meier||Anna', one]), authors(['Schulz||Otto', one])],
    ['but not with another initial and another name', authors(['Meier||A.', one]), authors(['Schulz||B.', one])],
    ['but not with another ORCID', authors(['Meier||Anna', one]), authors(['Meier||Anna', other])],
  ])('%s', (_, before, after) => {
    expect(areSamePeople(before, after)).toBe(false);
  });

  test('only as the board agreed to them, so that many small steps do not lead to another person', () => {
    const [step, further] = [authors(['Maier||Anna', one], ['Kühn||Bo']), authors(['Maier||Anna', one], ['Kohl||Bo'])];
    expect(split(step)).toEqual([[1], [], []]);
    // Two letters from 'Kühn', one from 'Kohn' in between.
    expect(split(further)).toEqual([[], [1], []]);
    expect(split(further, authors(['Maier||Anna', one], ['Kohn||Bo']))).toEqual([[1], [], []]);
  });
});

test('changes are put into metadata, and apply as long as their fields are as they were', () => {
  const [change] = splitCorrection(
    { current, corrected: [...current.slice(0, 2), entry(fieldIds.title, 'New')], agreedAuthors: current },
    topOf,
  ).waiting;
  const corrected = withChanges(current, [change!], topOf);
  expect(corrected.find(({ id }) => id === fieldIds.title)?.values).toEqual(['New']);
  expect(corrected).toHaveLength(current.length);
  expect(stillApply(current, [change!], topOf)).toBe(true);
  expect(stillApply(corrected, [change!], topOf)).toBe(false);
});

test.each([
  ['CC-BY 4.0', 'SUFL 1.0', 'closed'],
  ['CC-BY 4.0', 'CC-BY-SA 4.0', 'stricter'],
  ['SUFL 1.0', 'CC-BY-SA 4.0', 'opened'],
  ['CC-BY-SA 4.0', 'CC-BY 4.0', 'freer'],
  ['CC-BY 4.0', 'CC-BY 4.0', null],
])('a licence changes from %s to %s: %s', (before, after, step) => {
  const change = { field: 20, before: [entry(20, before)], after: [entry(20, after)] };
  expect(licenceStep([change])).toBe(step);
  expect(licenceStep([])).toBeNull();
});
