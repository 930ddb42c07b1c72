import { expect, test } from 'vitest';

import { isTicked, studyOf } from './study-fields';

const shown = ['also-shown', 'yes'] as const;

test('without a form the uploads that share the metadata are ticked', () => {
  expect(isTicked({ id: '2a', shares: true }, [])).toBe(true);
  expect(isTicked({ id: '2a', shares: false }, [])).toBe(false);
});

test('a form keeps its ticked and unticked uploads', () => {
  const entries = [shown, ['also-shared', '2a'], ['also', '3a']] as const;
  expect(isTicked({ id: '2a', shares: true }, entries)).toBe(false);
  expect(isTicked({ id: '3a', shares: false }, entries)).toBe(true);
});

test('an upload that joined after a draft was started is ticked', () => {
  expect(isTicked({ id: '4a', shares: true }, [shown, ['also-shared', '2a']])).toBe(true);
});

test('ticked uploads get the metadata, unticked ones that shared them leave', () => {
  const entries = [shown, ['also-shared', '2a'], ['also-shared', '5r'], ['also', '3a'], ['also', '5r']] as const;
  expect(studyOf('1r', entries)).toEqual({ id: ['1r', '3a', '5r'], detach: ['2a'] });
});

test('a form without the field changes nothing, and nonsense is ignored', () => {
  expect(studyOf('1r', [])).toEqual({ id: ['1r'], detach: [] });
  expect(
    studyOf('1r', [
      ['also', '1r'],
      ['also', '../..'],
      ['also-shared', ''],
      ['also', '2a'],
      ['also', '2a'],
    ]),
  ).toEqual({ id: ['1r', '2a'], detach: [] });
});

test('an upload that leaves a submitted study is detached alone', () => {
  expect(studyOf('1r', [shown, ['also-alone', 'yes']])).toEqual({ id: ['1r'], detach: ['1r'] });
});
