import { describe, expect, it } from 'vitest';

import type { Distribution, DistributionGroup } from '@domain/api/distributions';

import { plotGeometry } from './plot-geometry';

const none: DistributionGroup = {
  sex: null,
  label: '',
  count: 0,
  missing: 0,
  unreadable: 0,
  summary: null,
  impossiblyLow: 0,
  unusuallyLow: 0,
  unusuallyHigh: 0,
  impossiblyHigh: 0,
  bins: [],
};

/** Long jumps in bins of 65 cm by default. */
function distribution(group: Partial<DistributionGroup>, changes: Partial<Distribution> = {}): Distribution {
  return {
    position: 0,
    target: 'slj',
    label: 'Standing long jump',
    unit: 'cm',
    decimals: 1,
    step: null,
    warn: { min: 40, max: 300 },
    hard: { min: 5, max: 380 },
    binWidth: 65,
    groups: [{ ...none, bins: [0, 0, 0, 0], ...group }],
    ...changes,
  };
}

const summary = { min: 3, lowerQuartile: 20, median: 170, upperQuartile: 310, max: 400 };

describe('plotGeometry', () => {
  it('puts the scale between the warn bounds, and an area of the same width beyond each bound', () => {
    const { scaled, bounds, rows } = plotGeometry(distribution({ count: 5, summary }), String);
    expect(scaled).toEqual({ from: 18, to: 82 });
    expect(bounds).toEqual([
      { kind: 'unusual', x: 18 },
      { kind: 'unusual', x: 82 },
      { kind: 'impossible', x: 9 },
      { kind: 'impossible', x: 91 },
    ]);
    expect(rows[0]?.summary).toEqual({ min: 4.5, lowerQuartile: 13.5, median: 50, upperQuartile: 86.5, max: 95.5 });
  });

  it('a bound that is both unusual and impossible has one line and no area for unusual results', () => {
    const steps = { warn: { min: 0, max: 48 }, hard: { min: 0, max: 48 }, step: 1, binWidth: 1 };
    const { scaled, bounds, ticks, hardLabels } = plotGeometry(
      distribution({ bins: Array<number>(49).fill(1) }, steps),
      String,
    );
    expect(scaled).toEqual({ from: 9, to: 91 });
    expect(bounds.map(({ kind, x }) => [kind, x])).toEqual([
      ['impossible', 9],
      ['impossible', 91],
    ]);
    expect(ticks.map(({ text }) => text)).toEqual(['0', '10', '20', '30', '40', '48']);
    expect(hardLabels).toEqual([]);
  });

  it('bars are as high as their share of the highest, and a single result is still visible', () => {
    const bars = plotGeometry(distribution({ bins: [0, 500, 1000, 1] }), String).rows[0]?.bars;
    expect(bars).toBe('M0 100V100H250V50H500V0H750V97H1000V100Z');
  });

  it('whole numbers are in the middle of their bars', () => {
    const counts = { warn: { min: 0, max: 3 }, hard: { min: -10, max: 10 }, step: 1, binWidth: 1 };
    const { rows, ticks } = plotGeometry(
      distribution({ bins: [1, 1, 1, 1], summary: { ...summary, median: 0 } }, counts),
      String,
    );
    expect(rows[0]?.bars).toBe('M0 100V0H250V0H500V0H750V0H1000V100Z');
    expect(rows[0]?.summary?.median).toBe(18 + 64 / 8);
    expect(ticks.map(({ text }) => text)).toEqual(['0', '1', '2', '3']);
  });

  it('many results beyond a bound do not flatten the others, because their bar has a gap and a number', () => {
    const { rows } = plotGeometry(
      distribution({ bins: [0, 10, 20, 0], impossiblyLow: 1203, unusuallyHigh: 5 }),
      (value) => value.toLocaleString('en'),
    );
    expect(rows[0]?.ends).toMatchObject([
      { kind: 'impossible', side: 'low', x: 2.5, count: 1203, bar: 'M0 100V20H100V100ZM0 12V0H100V12Z' },
      { kind: 'unusual', side: 'high', x: 84.5, count: 5, bar: 'M0 100V75H100V100Z' },
    ]);
    expect(rows[0]?.ends.map(({ countLabel }) => countLabel)).toEqual([
      { x: 0, text: '1,203', anchor: 'start' },
      { x: 86.5, text: '5', anchor: 'middle' },
    ]);
    expect(rows[0]?.nameX).toBe(19.5);
  });

  it('if everything is beyond a bound, only that bar is full', () => {
    const { rows } = plotGeometry(distribution({ impossiblyHigh: 8464, unusuallyLow: 4232 }), String);
    expect(rows[0]?.ends.map(({ bar }) => bar)).toEqual(['M0 100V50H100V100Z', 'M0 100V0H100V100Z']);
  });

  it('numbers below the scale never touch each other', () => {
    const metres = { warn: { min: 400, max: 1900 }, hard: { min: 1, max: 2500 } };
    const { ticks } = plotGeometry(distribution({}, metres), (value) => value.toLocaleString('en'));
    expect(ticks.map(({ text }) => text)).toEqual(['400', '1,000', '1,500', '1,900']);
  });

  it('few results are drawn in wider bars', () => {
    const bins = Array.from({ length: 52 }, (_, index) => (index % 4 === 0 ? 1 : 0));
    const few = { bins, count: 13, summary: { ...summary, lowerQuartile: 100, upperQuartile: 140 } };
    const drawn = (group: Partial<DistributionGroup>) =>
      (plotGeometry(distribution(group, { binWidth: 5 }), String).rows[0]?.bars.match(/H/g) ?? []).length;
    expect(drawn(few)).toBe(26);
    expect(drawn({ ...few, count: 13_000 })).toBe(52);
  });
});
