import { expect, it } from 'vitest';

import { readValueLabels } from './read-value-labels';

it.each([
  ['Geschlecht des Kindes [Bub = männlich, Mädel = weiblich]', { Bub: 'männlich', Mädel: 'weiblich' }],
  ['Geschlecht (1=männlich; 2=weiblich)', { '1': 'männlich', '2': 'weiblich' }],
  ['0: no | 1: yes', { '0': 'no', '1': 'yes' }],
  ['Geschlecht [B = Bub\nM = Mädel]', { B: 'Bub', M: 'Mädel' }],
])('reads the codes of %j', (text, labels) => expect(readValueLabels(text)).toEqual(labels));

it.each(['Standweitsprung [cm]', 'Zeit (min:s)', '10:30, 11:45', 'a = Anfang', 'Lauf: 6 min, ohne Pause', ''])(
  'finds no codes in %j',
  (text) => expect(readValueLabels(text)).toEqual({}),
);
