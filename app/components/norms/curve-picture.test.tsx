import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { describe, expect, test } from 'vitest';

import type { NormGroup, NormPoint, Norms } from '@domain/api/norms';
import { normPercentiles } from '@domain/norms/age-groups';
import { i18nOf } from '~/i18n/instances.server';

import { dash, longJump, normsOf } from '../../../tests/fixtures/norms';
import { agePartsOf, xOfAge } from './age-axis';
import { drawCurves, edgesOf, nameLines, type Place, spread, undrawnOf, valueTicksOf } from './curve-geometry';
import { CurvePicture } from './curve-picture';
import { formatValue } from './norm-words';
import { PercentileTable } from './percentile-table';
import { shapesOf } from './point-marks';
import { drawTrend } from './trend-picture';

const show = (element: ReactElement) =>
  renderToStaticMarkup(<I18nextProvider i18n={i18nOf('en')}>{element}</I18nextProvider>);

/** The row of an age of a sex. */
function rowOf(table: string, sex: string, age: number): string {
  return new RegExp(`<tr data-sex="${sex}" data-age="${age}">(.*?)</tr>`, 's').exec(table)?.[1] ?? '';
}

/** The cell of a percentile in a row, behind age and number. */
const cellOf = (row: string, percentile: number) =>
  [...row.matchAll(/<td[^>]*>(.*?)<\/td>/gs)][1 + normPercentiles.findIndex((one) => one === percentile)]?.[1] ?? '';

describe.each([longJump, dash])('the table says all that the picture of $key shows', (motorTest) => {
  const norms = normsOf(motorTest);
  const edges = edgesOf(norms)!;
  const table = show(<PercentileTable norms={norms} />);

  test.each(norms.groups)('$sex', (group) => {
    const drawing = drawCurves(group, norms.points, edges);
    expect(drawing.dots.length).toBeGreaterThan(15);
    for (const { age, percentile, value } of drawing.dots) {
      expect(cellOf(rowOf(table, group.sex, age), percentile)).toContain(formatValue(value, motorTest, 'en'));
    }
    for (const { age, persons } of drawing.bars) expect(rowOf(table, group.sex, age)).toContain(`>${persons}</td>`);
    expect(drawing.bars.map(({ age }) => age)).toEqual(group.ages.map(({ age }) => age));
    // Between the middles of years a line only leads from one value of the table to the next.
    for (const { percentile, pieces } of drawing.lines) {
      for (const { age, smooth } of group.ages.filter(({ age }) => age >= 8)) {
        const x = xOfAge(edges.ages, age + 0.5)!;
        const drawn = pieces.flat().find((place) => Math.abs(place.x - x) < 0.001)!;
        const value = edges.values.end - drawn.y * (edges.values.end - edges.values.start);
        expect(value).toBeCloseTo(smooth![normPercentiles.findIndex((one) => one === percentile)]!, 1);
        const shown = formatValue(smooth![normPercentiles.findIndex((one) => one === percentile)]!, motorTest, 'en');
        expect(cellOf(rowOf(table, group.sex, age), percentile)).toContain(`<b>${shown}</b>`);
      }
    }
  });

  test('and the picture has a mark for each number', () => {
    const [group] = norms.groups;
    const picture = show(
      <CurvePicture
        test={motorTest}
        group={group!}
        drawing={drawCurves(group!, norms.points, edges)}
        points={norms.points}
        edges={edges}
        version={norms.version}
      />,
    );
    const count = (pattern: RegExp) => [...picture.matchAll(pattern)].length;
    expect(count(/class="norm-dot"/g)).toBe(4 * 5);
    expect(count(/class="norm-point"/g)).toBe(1);
    expect(count(/class="norm-bar"/g)).toBe(4);
    expect(count(/<path class="norm-middle"/g)).toBe(1);
    for (const percentile of normPercentiles) expect(picture).toContain(`>P${percentile}</text>`);
    expect(picture).not.toMatch(/style=|NaN|Infinity/);
  });
});

test('the best line of a sprint is the lowest one', () => {
  const norms = normsOf(dash);
  const { lines } = drawCurves(norms.groups[0]!, [], edgesOf(norms)!);
  const height = (percentile: number) => lines.find((line) => line.percentile === percentile)!.pieces[0]![0]!.y;
  expect(height(97)).toBeGreaterThan(height(50));
  expect(height(50)).toBeGreaterThan(height(3));
});

test('groups of one age stand side by side, from the earliest year to the latest', () => {
  const norms = normsOf(longJump);
  const [point] = norms.points;
  const of = (year: number | null, more: Partial<NormPoint> = {}) => ({ ...point!, mean: year ?? 100, year, ...more });
  const points = [
    of(2021),
    of(null),
    of(2019),
    of(2020),
    of(2020, { nr: 4 }),
    of(2018, { ages: { start: 9, end: 9 } }),
  ];
  const drawn = drawCurves(norms.groups[0]!, points, edgesOf({ groups: norms.groups, points })!).points;
  const placeOf = (value: number, nr = 3) => drawn.find((one) => one.value === value && one.nr === nr)!.x;
  const years = [placeOf(100), placeOf(2019), placeOf(2020), placeOf(2021)];
  expect(years).toEqual(years.toSorted((a, b) => a - b));
  // Of 8 and 9 years, so their middle is that of another data set's single group. Edges are at 7 and 11 years.
  expect(placeOf(2020, 4)).toBeCloseTo((years[0]! + years[3]!) / 2, 3);
  expect(years[0]! * 4 + 7).toBeGreaterThan(8);
  expect(years[3]! * 4 + 7).toBeLessThan(10);
  expect(years[1]! - years[0]!).toBeGreaterThan(0.05);
  expect(placeOf(2018) * 4 + 7).toBeCloseTo(9.5, 2);
});

test('seven data sets with aggregated data have six shapes', () => {
  const shapes = shapesOf([9, 2, 2, 4, 5, 6, 7, 8].map((nr) => ({ nr })));
  expect([...shapes.keys()]).toEqual([2, 4, 5, 6, 7, 8, 9]);
  expect(new Set([2, 4, 5, 6, 7, 8].map((nr) => shapes.get(nr))).size).toBe(6);
  expect(shapes.get(9)).toBe(shapes.get(2));
});

test('both sexes have the same scales, and ages without percentiles do not stretch them', () => {
  const norms = normsOf(longJump);
  const few = { age: 40, persons: 6, smooth: null, empirical: normPercentiles.map(() => null) };
  const groups = norms.groups.map((group) => ({ ...group, ages: [...group.ages, few] }));
  expect(edgesOf({ groups, points: [] })).toEqual(edgesOf({ groups: norms.groups, points: [] }));
  expect(drawCurves(groups[0]!, [], edgesOf({ groups, points: [] })!).bars).toHaveLength(4);
  expect(edgesOf({ groups: [], points: [] })).toBeNull();
});

test('adults beside the curves of children are left to the tables, which are named', () => {
  const norms = normsOf(longJump);
  const [child] = norms.points;
  const adults = { ...child!, nr: 5, ages: { start: 18, end: 82 }, mean: 12 };
  const points = [...norms.points, adults];
  const edges = edgesOf({ groups: norms.groups, points })!;
  expect(edges).toEqual(edgesOf(norms));
  expect(drawCurves(norms.groups[0]!, points, edges).points.map(({ nr }) => nr)).toEqual([3]);
  const ages = Array.from({ length: 65 }, (_, at) => 18 + at);
  expect(undrawnOf({ groups: norms.groups, points }, edges)).toEqual({ ages: [], dataSets: [{ nr: 5, ages }] });
  expect(undrawnOf(norms, edges)).toEqual({ ages: [], dataSets: [] });
});

test('results of adults without a curve do not squeeze the curves of children either', () => {
  const norms = normsOf(longJump);
  const [group] = norms.groups;
  const adult = { ...group!.ages[0]!, age: 40 };
  const groups = [{ ...group!, ages: [...group!.ages, adult] }];
  const edges = edgesOf({ groups, points: [] })!;
  expect(edges).toEqual(edgesOf({ groups: [group!], points: [] }));
  expect(drawCurves(groups[0]!, [], edges).dots.every(({ age }) => age < 11)).toBe(true);
  expect(undrawnOf({ groups, points: [] }, edges)).toEqual({ ages: [40], dataSets: [] });
});

test('children and adults with curves stand side by side, each on a scale of their own', () => {
  const kids = [6, 7, 8, 9, 10];
  const adults = Array.from({ length: 44 }, (_, at) => 21 + at);
  const parts = agePartsOf([...kids, ...adults], [...kids, ...adults, 12, 17, 18, 20, 70, 90]);
  expect(parts.map(({ start, end }) => [start, end])).toEqual([[6, 11], [17, 71]]); // prettier-ignore
  expect(parts[0]!.width).toBeGreaterThan(0.2);
  expect(parts[0]!.left + parts[0]!.width).toBeLessThan(parts[1]!.left);
  expect(parts[1]!.left + parts[1]!.width).toBeCloseTo(1);
  expect(xOfAge(parts, 14)).toBeNull();
  expect(xOfAge(parts, 17)).toBeCloseTo(parts[1]!.left);
});

test('a year or two without a curve do not break the axis', () => {
  expect(agePartsOf([6, 7, 10, 11], [6, 7, 8, 10, 11])).toEqual([{ start: 6, end: 12, left: 0, width: 1 }]);
});

test('names of lines stand at the right edge if something that is drawn would lie on one of them', () => {
  const { lines } = drawCurves(normsOf(longJump).groups[0]!, [], { ages: agePartsOf([], [7, 14]), values: { start: 50, end: 200 } }); // prettier-ignore
  const { x, y } = lines[2]!.pieces[0]!.at(-1)!;
  const placesOf = (mark: Place) => new Set(nameLines(lines, [mark], 0.05).map((name) => name.x));
  for (const mark of [
    { x: x - 0.1, y },
    { x: x + 0.3, y },
    { x: x + 0.1, y: 0.01 },
  ])
    expect(placesOf(mark)).toEqual(new Set([x]));
  expect(placesOf({ x: x + 0.1, y })).toEqual(new Set([1]));
});

test.each([
  ['more', [97, 90, 75, 50, 25, 10, 3]],
  ['less', [3, 10, 25, 50, 75, 90, 97]],
] as const)('names of lines that end at the same result are in order where %s is better', (_, order) => {
  // Where many have the lowest result, or the shortest time that can be measured, several lines are one.
  const lines = normPercentiles.map((percentile) => {
    const height = order.findIndex((one) => one === percentile) / 10;
    return { percentile, pieces: [[{ x: 1, y: Math.min(0.4, height) }]] };
  });
  const named = nameLines(lines, [], 0.05).toSorted((a, b) => a.y - b.y);
  expect(named.map(({ percentile }) => percentile)).toEqual(order);
});

test('names of lines that are close to each other are moved apart, in their order and within the plot', () => {
  const distance = 0.06;
  const moved = spread([0.99, 0.98, 0.5, 0.51, 0.97], distance);
  const inOrder = [2, 3, 4, 1, 0].map((at) => moved[at]!);
  for (const [at, height] of inOrder.entries()) {
    if (at > 0) expect(height - inOrder[at - 1]!).toBeGreaterThanOrEqual(distance - 0.0002);
    expect(height).toBeLessThanOrEqual(1);
  }
  expect(inOrder.slice(0, 2)).toEqual([0.475, 0.535]);
  expect(spread([0.2, 0.6], distance)).toEqual([0.2, 0.6]);
  expect(spread([0, 0.01], distance)).toEqual([0, 0.06]);
});

test.each([
  ['close', [206, 196, 184, 172, 158, 144, 129], [88, 262]],
  ['closer', [206, 199, 190, 180, 170, 161, 154], [60, 250]],
  ['far', [250, 220, 190, 160, 130, 105, 90], [88, 262]],
] as const)('each name is nearest to its own line where lines are %s', (_, ends, [least, most]) => {
  const heights = ends.map((end) => (most - end) / (most - least));
  const moved = spread(heights, 1 / 17);
  const nearest = moved.map((name) => heights.map((height) => Math.abs(height - name)));
  for (const [at, distances] of nearest.entries()) expect(distances.indexOf(Math.min(...distances))).toBe(at);
});

test('a leader leads from a name that was moved to its line', () => {
  const [group] = normsOf(longJump).groups;
  const edges = { ages: agePartsOf([], [7, 10]), values: { start: -300, end: 600 } };
  const props = { test: longJump, points: [], edges, version: '2026-11-28' };
  const leaders = (shown: NormGroup) =>
    show(<CurvePicture {...props} group={shown} drawing={drawCurves(shown, [], edges)} />).match(
      /<line class="norm-leader"/g,
    ) ?? [];
  expect(leaders(group!).length).toBeGreaterThan(3);
  const wide = group!.curves.map((piece) =>
    piece.map(({ age, values }) => ({ age, values: values.map((_, at) => at * 80) })),
  );
  expect(leaders({ ...group!, curves: wide })).toHaveLength(0);
});

test('a curve of a single year is a stroke within that year, and its names begin at its end', () => {
  const [group] = normsOf(longJump).groups;
  const { values } = group!.curves[0]![0]!;
  const curves = [...group!.curves, [{ age: 14.5, values }]];
  const { lines } = drawCurves({ ...group!, curves }, [], { ages: agePartsOf([], [7, 16]), values: { start: 50, end: 250 } }); // prettier-ignore
  for (const { pieces } of lines) {
    const [from, to, ...more] = pieces.at(-1)!;
    expect(more).toEqual([]);
    expect([from!.x * 10 + 7, to!.x * 10 + 7].map((age) => Math.round(age * 100) / 100)).toEqual([14.2, 14.8]);
    expect(to!.y).toBe(from!.y);
  }
  const ends = nameLines(lines, [], 0.05).map(({ end }) => end.x);
  expect(new Set(ends)).toEqual(new Set([lines[0]!.pieces.at(-1)!.at(-1)!.x]));
});

test.each([
  [{ start: 88, end: 212 }, [100, 150, 200]],
  [{ start: 3.1, end: 5.2 }, [3.5, 4, 4.5, 5]],
  [{ start: -12, end: 11 }, [-10, -5, 0, 5, 10]],
])('the scale of %j has round values', (ends, ticks) => {
  expect(valueTicksOf(ends)).toEqual(ticks);
});

test('a trend needs two years with a standing', () => {
  const { trend } = normsOf(longJump);
  const drawn = drawTrend(trend)!;
  expect(drawn.lines.map(({ pieces }) => pieces.flat().map(({ year, standing }) => [year, standing]))).toEqual([
    [[2019, 44.3], [2021, 56.1]],
    [[2019, 47.9]],
  ]); // prettier-ignore
  expect(drawTrend(trend.filter(({ year }) => year === 2019))).toBeNull();
  expect(drawTrend([] as Norms['trend'])).toBeNull();
});

test('a trend of one sex has no line of the other', () => {
  const trend = normsOf(longJump).trend.filter(({ sex }) => sex === 'f');
  expect(drawTrend(trend)!.lines.map(({ sex }) => sex)).toEqual(['f']);
});

test('no line of a trend crosses years in which nobody was tested', () => {
  const [one] = normsOf(longJump).trend;
  const trend = [2016, 2017, 2018, 2021].map((year) => ({ ...one!, sex: 'f' as const, year, standing: 50 }));
  const [girls] = drawTrend(trend)!.lines;
  expect(girls?.pieces.map((piece) => piece.map(({ year }) => year))).toEqual([[2016, 2017, 2018], [2021]]);
});
