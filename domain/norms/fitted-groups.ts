import { groupBy } from '../group-by';
import { widthOfAges, type AgeGroup } from './age-groups';

/** People whose results a fit takes as those of one age. */
export interface FittedGroup extends AgeGroup {
  /** Years over which their ages would be spread evenly, to differ as much as they do. */
  width: number;
}

/**
 * Groups as curves are fitted to them, by age. Where exact ages and whole ages of a year come together, all people of this
 * year are one group at the mean of their ages. Apart, the whole ages of a study that differs from the others would be a
 * jump in the middle of each year, which no growth explains.
 */
export function fittedGroups(groups: readonly AgeGroup[]): FittedGroup[] {
  return [...groupBy(groups, ({ age }) => Math.floor(age)).values()]
    .flatMap((year) => {
      const apart = year.map((group) => ({ ...group, width: widthOfAges(group.age) }));
      return new Set(apart.map(({ width }) => width)).size > 1 ? [joined(apart)] : apart;
    })
    .sort((a, b) => a.age - b.age);
}

/** Width in years of the ages at an age between the first and the last group: of its group, or between its neighbours. */
export function widthAt(groups: readonly FittedGroup[], age: number): number {
  const next = groups.findIndex((group) => group.age >= age);
  const [before, after] = [groups[next - 1] ?? groups[next]!, groups[next]!];
  const part = before === after ? 0 : (age - before.age) / (after.age - before.age);
  return before.width + part * (after.width - before.width);
}

/** One group of several. An age within a width differs from its middle by a twelfth of the square, as variance. */
function joined(groups: readonly FittedGroup[]): FittedGroup {
  const counts = new Map<number, number>();
  let [persons, ages, squares] = [0, 0, 0];
  for (const group of groups) {
    let own = 0;
    for (const [at, value] of group.values.entries()) {
      counts.set(value, (counts.get(value) ?? 0) + group.counts[at]!);
      own += group.counts[at]!;
    }
    persons += own;
    ages += own * group.age;
    squares += own * (group.age ** 2 + group.width ** 2 / 12);
  }
  const values = Float64Array.from(counts.keys()).sort();
  const age = ages / persons;
  return {
    age,
    values,
    counts: values.map((value) => counts.get(value)!),
    width: Math.sqrt(12 * (squares / persons - age ** 2)),
  };
}
