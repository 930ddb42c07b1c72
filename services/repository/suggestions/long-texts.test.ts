import { expect, it } from 'vitest';

import type { UploadKind } from '@domain/upload-id';

import { suggestionRules, suggestMapping, type SuggestedColumn } from './';

/** First suggestion of a column as '<key>|<unit>', '' if there is none. */
function suggest(name: string, samples: string[], more: Partial<SuggestedColumn> = {}, kind: UploadKind = 'raw') {
  const [[first] = []] = suggestMapping(suggestionRules, kind, [
    { name, label: null, valueLabels: {}, samples, ...more },
  ]).columns;
  return first ? `${first.target.key}|${first.unit.unit}` : '';
}

const spaces = ' '.repeat(10_000);

// A text that takes more than linear time would never be read to its end.
it.each([
  `1 (${spaces}x`,
  `1${spaces}x`,
  `1 (±${spaces}sd${spaces}=${spaces}x`,
  `6 jahre${spaces}-${spaces}x`,
  `1,2${spaces}`,
])('cells with ten thousand spaces fit nothing that holds two values', (cell) => {
  const cells = [cell, cell, cell];
  expect(suggest('Standweitsprung M ± SD', cells, {}, 'agg')).not.toBe('slj.mean_sd|cm');
  expect(suggest('Altersgruppe', cells, {}, 'agg')).not.toBe('g_ages|');
});

it('several spaces in a cell are as good as one', () => {
  expect(suggest('SLJ', ['125,7  ±   19,3', '131,2 (  18,9  )'], {}, 'agg')).toBe('slj.mean_sd|cm');
});

it.each(['a'.repeat(1_000_000), `Sprung${spaces.repeat(100)}cm`, 'in '.repeat(300_000), '('.repeat(1_000_000)])(
  'an endless label or codebook names nothing, and hides no name',
  (text) => {
    for (const more of [{ label: text }, { explained: text }]) {
      expect(suggest('V1', ['121', '135'], more)).toBe('');
      expect(suggest('Standweitsprung', ['121', '135'], more)).toBe('slj|cm');
    }
  },
);

it('codes are read from a list of many', () => {
  const others = ['Gymnasium', 'Realschule', 'Gesamtschule', 'Hauptschule', 'Waldorfschule', 'Förderschule'];
  const list = others.map((word, i) => `${i + 3} = ${word} oder anderer Schulabschluss`).join(', ');
  const explained = `Geschlecht (1 = weiblich, 2 = männlich, ${list})`;
  expect(explained.length).toBeGreaterThan(200);
  expect(suggest('V1', ['1', '2', '1'], { explained })).toBe('sex|1=f 2=m');
});
