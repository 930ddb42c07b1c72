import type { NormAge, NormGroup } from '../api/norms';
import { minPersonsPerCell } from '../limits';
import type { AgeGroup } from './age-groups';
import { empiricalPercentiles, type EmpiricalPercentile } from './empirical-percentiles';
import { percentilesAt, type LmsCurves } from './lms-curves';
import { isPercentileTold } from './rules';
import type { ValueScale } from './value-scale';

/** What the API tells about one sex: percentiles of each completed year with at least 5 people, smooth curves and fit. */
export function normsOfSex(
  groups: readonly AgeGroup[],
  scale: ValueScale,
  better: 'more' | 'less',
  curves: LmsCurves | null,
): Pick<NormGroup, 'ages' | 'curves' | 'fit'> {
  const ages = byCompletedYear(groups)
    .map((group): NormAge => {
      const persons = group.counts.reduce((sum, count) => sum + count, 0);
      const year = Math.floor(group.age);
      return {
        age: year,
        persons,
        empirical: empiricalPercentiles(group, scale, better).map(
          (percentile) => percentile && roundedInterval(percentile, scale),
        ),
        smooth: roundedPercentiles(curves, group.age, scale),
      };
    })
    .filter(({ persons }) => persons >= minPersonsPerCell);
  if (!curves) return { ages, curves: [], fit: null };
  const { persons, degreesOfFreedom, below } = curves;
  const { l, m, s } = degreesOfFreedom;
  return {
    ages,
    curves: drawnPieces(curves),
    fit: {
      persons,
      degreesOfFreedom: { l: toHundredths(l), m: toHundredths(m), s: toHundredths(s) },
      below: below.map((share) => (isPercentileTold(persons, share) ? toHundredths(share) : null)),
    },
  };
}

function toHundredths(value: number): number {
  return Math.round(100 * value) / 100;
}

/** To a hundredth of a bin or a little finer. What follows is neither measured nor known. */
function rounded(value: number, { width }: ValueScale): number {
  const factor = 10 ** Math.ceil(2 - Math.log10(width));
  return Math.round(value * factor) / factor;
}

function roundedInterval({ value, low, high }: EmpiricalPercentile, scale: ValueScale): EmpiricalPercentile {
  return { value: rounded(value, scale), low: rounded(low, scale), high: rounded(high, scale) };
}

function roundedPercentiles(curves: LmsCurves | null, age: number, scale: ValueScale): number[] | null {
  return (curves && percentilesAt(curves, age)?.map((value) => rounded(value, scale))) ?? null;
}

/** Results of all quarters of a completed year together, at the middle of the year. */
function byCompletedYear(groups: readonly AgeGroup[]): AgeGroup[] {
  const years = [...new Set(groups.map(({ age }) => Math.floor(age)))].sort((a, b) => a - b);
  return years.map((year) => {
    const parts = groups.filter(({ age }) => Math.floor(age) === year);
    return {
      age: year + 0.5,
      values: Float64Array.from(parts.flatMap(({ values }) => [...values])),
      counts: Float64Array.from(parts.flatMap(({ counts }) => [...counts])),
    };
  });
}

/** Points of curves from the middle of the first year of a piece to the middle of its last, which are not extrapolated. */
function drawnPieces(curves: LmsCurves): NormGroup['curves'] {
  return curves.pieces.map(({ years, points }) => {
    const [first, last] = [years.start + 0.5, years.end + 0.5];
    const between = points.map(({ age }) => age).filter((age) => age > first && age < last);
    return [...new Set([first, ...between, last])].map((age) => ({
      age,
      values: roundedPercentiles(curves, age, curves.scale)!,
    }));
  });
}
