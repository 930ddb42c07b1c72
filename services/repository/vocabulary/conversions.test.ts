import { expect, it } from 'vitest';

import { rootFolder } from '../../root-folder';
import { vocabulary } from './';
import { readVocabularyData } from './read-data';

/** Exact sizes of the units by their UCUM codes, in metres, seconds, kilograms or kilograms-force. */
const sizes: Record<string, [kind: string, size: number]> = {
  m: ['length', 1],
  cm: ['length', 0.01],
  mm: ['length', 0.001],
  km: ['length', 1000],
  '[in_i]': ['length', 0.0254],
  s: ['time', 1],
  ms: ['time', 0.001],
  min: ['time', 60],
  kg: ['mass', 1],
  g: ['mass', 0.001],
  kgf: ['force', 1],
  N: ['force', 1 / 9.80665],
  // A dynamometer in pounds shows pounds-force.
  '[lb_av]': ['force', 0.45359237],
};

it('every conversion between units that UCUM defines has the factor of their definitions', () => {
  const data = readVocabularyData(rootFolder);
  const codes = new Map(data.units.map(({ unit, ucum }) => [unit, ucum]));
  const measured = new Map(
    [...data.tests, ...data.results].map((row) => ['slug' in row ? row.slug : row.key, row.ucum]),
  );
  let compared = 0;
  for (const { key, unit, factor, way } of data.conversions) {
    const own = vocabulary.targets.raw.get(key)?.units[0]?.unit ?? '';
    const from = sizes[codes.get(unit) ?? ''];
    const to = sizes[measured.get(key) ?? codes.get(own) ?? ''];
    if (!from || !to || way !== 'linear') continue;
    expect(from[0], `${key} in ${unit}`).toBe(to[0]);
    expect(factor, `${key} in ${unit}`).toBeCloseTo(from[1] / to[1], 12);
    compared += 1;
  }
  expect(compared).toBeGreaterThan(25);
});
