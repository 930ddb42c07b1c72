import { expect, test } from 'vitest';

import { entriesOf, parseMetadataForm } from '../../forms/metadata/form-state';
import { judgeForm, leaveValue, openForm, pressButton, withServerError, type LiveForm } from './live-form';
import { field } from './testing/form-field';

const fields = [
  field(1, { label: 'Author', style: 'Name', multi: true, required: true }),
  field(1.1, { label: 'ORCID', nestedIn: 1, format: 'orcid' }),
  field(1.2, { label: 'Affiliation', nestedIn: 1, multi: true, required: true, format: 'organisation' }),
  field(2, { label: 'Title', required: true, validate: true }),
  field(9, { label: 'Data collection', style: 'DateRangeYMD' }),
];
const rules = { fields, message: (code: string) => code };

const empty = parseMetadataForm(fields, []);
const open = (more: Partial<Parameters<typeof openForm>[1]> = {}) =>
  openForm(rules, { state: empty, entries: [], errors: null, focus: null, ...more });
const typed = (...entries: [string, string][]): [string, string][] => entriesOf(parseMetadataForm(fields, entries));
const lines = ({ errors }: LiveForm) => errors.map(({ label, message }) => `${label}: ${message}`);

test('what is missing is updated while typing, and nothing is marked before the field is left', () => {
  const live = open();
  expect(lines(live)).toEqual(['Author: required', 'Affiliation: required', 'Title: required']);
  expect(live.shown.size).toBe(0);
  const judged = judgeForm(rules, live, typed(['f1-0', 'Beck'], ['f2-0', 'Grip']));
  expect(lines(judged)).toEqual(['Affiliation: required']);
});

test('a wrong value is marked and announced once when the field is left, and the mark disappears after the correction', () => {
  const wrong = typed(['f1-0', 'Beck'], ['f1_1-0-0', '0000-0001-5109-3701']);
  const left = leaveValue(rules, open(), wrong, 'f1_1-0-0');
  expect(left.found).toMatchObject({ name: 'f1_1-0-0', label: 'ORCID', message: 'orcid' });
  expect(left.live.shown).toEqual(new Set(['f1_1-0-0']));
  expect(leaveValue(rules, left.live, wrong, 'f1_1-0-0').found).toBeNull();
  const right = typed(['f1-0', 'Beck'], ['f1_1-0-0', 'https://orcid.org/0000-0001-5109-3700']);
  expect(lines(judgeForm(rules, left.live, right))).not.toContain('ORCID: orcid');
});

test('a date is validated part by part, and an empty value is not yet reported as missing', () => {
  const leap = typed(['f9-0', '2019'], ['f9-0', '2'], ['f9-0', '29']);
  expect(leaveValue(rules, open(), leap, 'f9-0').found).toMatchObject({ part: 2, fieldId: 'f9-0-part-3' });
  expect(leaveValue(rules, open(), typed(), 'f2-0').found).toBeNull();
});

test('nested errors name their author if there are several', () => {
  const two = typed(['f1-0', 'Beck'], ['f1-1', 'Chu'], ['f1_2-0-0', 'KIT']);
  expect(lines(judgeForm(rules, open(), two))).toEqual(['Author 2, Affiliation: required', 'Title: required']);
});

test('an error that only the server can find stays until the value changes', () => {
  const entries = typed(['f2-0', 'Taken']);
  const taken = [{ field: 2, index: 0, parent: null, code: 'title-taken' }];
  const live = open({ state: parseMetadataForm(fields, entries), entries, errors: taken });
  expect(lines(live)).toEqual(['Title: title-taken']);
  expect(lines(judgeForm(rules, live, entries))).toContain('Title: title-taken');
  expect(lines(judgeForm(rules, live, typed(['f2-0', 'Free'])))).not.toContain('Title: title-taken');
});

test('a check by the server marks its field, and removes the mark', () => {
  const entries = typed(['f2-0', 'Taken']);
  const told = withServerError(rules, open(), entries, { name: 'f2-0', message: 'Server says no.' });
  expect(lines(told)).toContain('Title: Server says no.');
  expect(told.shown.has('f2-0')).toBe(true);
  const freed = withServerError(rules, told, entries, { name: 'f2-0', message: null });
  expect(lines(freed)).not.toContain('Title: Server says no.');
});

test('a button changes the form as the server would, with all typed values', () => {
  const entries = typed(['f1-0', 'Beck'], ['f2-0', 'Typed just now']);
  const added = pressButton(rules, open(), entries, { verb: 'add', argument: '1' });
  expect(added.focus).toBe('f1-1');
  expect(added.turns).toEqual(new Map([[1, 1]]));
  expect(added.state.get(2)?.[0]?.parts).toEqual(['Typed just now']);
  const removed = pressButton(rules, added, entriesOf(added.state), { verb: 'remove', argument: 'f1-0' });
  expect(removed.removed?.value.parts).toEqual(['Beck', '']);
});

test('the language of the texts follows the chosen language of the abstract', () => {
  const described = {
    ...rules,
    fields: [
      field(5, { label: 'Abstract', style: 'TextArea' }),
      field(5.1, {
        nestedIn: 5,
        style: 'DropDownList',
        choices: ['en', 'de'].map((code) => ({ value: code, label: code })),
      }),
    ],
  };
  const state = parseMetadataForm(described.fields, [['f5_1-0-0', 'en']]);
  const live = openForm(described, { state, entries: [], errors: null, focus: null });
  const chosen = (code: string) => judgeForm(described, live, [['f5_1-0-0', code]]).language;
  expect([live.language, chosen('de'), chosen('')]).toEqual(['en', 'de', '']);
});
