import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { optionsOf } from './option-markup';

const sexes = [
  { value: 'm', label: 'male' },
  { value: 'f', label: 'female' },
];
const markupOf = (props: ReturnType<typeof optionsOf>) => renderToStaticMarkup(createElement('select', props));

test('a select has the options that React makes of a list, and the chosen one is marked', () => {
  const options = sexes.map(({ value, label }) => createElement('option', { key: value, value }, label));
  const made = createElement('select', { defaultValue: 'f' }, options);
  expect(markupOf(optionsOf(sexes, 'f'))).toBe(renderToStaticMarkup(made));
});

test('nothing is marked if there is no option with this value', () => {
  expect(markupOf(optionsOf(sexes, 'x'))).not.toContain('selected');
  expect(markupOf(optionsOf(sexes))).not.toContain('selected');
});

test('groups have their labels, and options before them come first', () => {
  const groups = [{ label: 'Sex', options: sexes }];
  expect(markupOf(optionsOf(groups, '', [{ value: '', label: 'Not mapped' }]))).toBe(
    '<select><option value="" selected="">Not mapped</option>' +
      '<optgroup label="Sex"><option value="m">male</option><option value="f">female</option></optgroup></select>',
  );
});

test('no text becomes markup', () => {
  const hostile = `"><script>alert('1')</script>&amp;`;
  const { __html } = optionsOf([{ label: hostile, options: [{ value: hostile, label: hostile }] }], hostile, [
    { value: hostile, label: hostile },
  ]).dangerouslySetInnerHTML;
  expect(__html.match(/<[^>]*>/g)?.map((tag) => tag.replaceAll(/"[^"]*"/g, '""'))).toEqual([
    '<option value="" selected="">',
    '</option>',
    '<optgroup label="">',
    '<option value="">',
    '</option>',
    '</optgroup>',
  ]);
});
