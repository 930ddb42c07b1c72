import { aboveBins, belowBins, type Persons } from './published-statements';
import { toldGroups } from './told-groups';

/** Results in a bin: how many, and the people behind them who are not in rows that everybody may see. */
export interface BinCount {
  bin: number;
  n: number;
  persons: number;
}

/** Bins that are shown, counted from 0 and both included; none if `last` is before `first`. */
export interface ShownBins {
  first: number;
  last: number;
}

/**
 * What is told of the bins of a histogram. Those beyond the first and the last one that is told of any sex are counted
 * together, as below and above. `sexes` are the counts of each sex.
 */
export function tellBins(
  sexes: readonly (readonly BinCount[])[],
  { least, persons }: { least: number; persons: Persons },
): { shown: ShownBins; told: BinCount[][] } {
  let shown = shownOf(sexes.flat().filter((one) => one.persons >= least));
  // A bin may be left out because of a small one. At an end it would be recognised, so there it joins those beyond.
  for (;;) {
    const { first, last } = shown;
    const told = sexes.map((counts) => toldGroups(joinTails(counts, shown, persons), least));
    shown = shownOf(told.flat());
    if (shown.first === first && shown.last === last) return { shown, told };
  }
}

/** From the first to the last bin of some counts. */
function shownOf(counts: readonly BinCount[]): ShownBins {
  const bins = counts.flatMap(({ bin }) => (bin >= 0 ? [bin] : []));
  return bins.length === 0 ? { first: 0, last: -1 } : { first: Math.min(...bins), last: Math.max(...bins) };
}

function joinTails(counts: readonly BinCount[], { first, last }: ShownBins, persons: Persons): BinCount[] {
  const below = counts.filter(({ bin }) => bin === belowBins || (bin >= 0 && bin < first));
  const above = counts.filter(({ bin }) => bin === aboveBins || bin > last);
  return [
    ...counts.filter((one) => !below.includes(one) && !above.includes(one)),
    ...addUp(belowBins, below, persons),
    ...addUp(aboveBins, above, persons),
  ];
}

/** Several counts as one. Unless each row is another person, the same people may be behind all of them. */
function addUp(bin: number, counts: readonly BinCount[], persons: Persons): BinCount[] {
  if (counts.length === 0) return [];
  const sum = (values: number[]) => values.reduce((all, value) => all + value, 0);
  const people = counts.map((one) => one.persons);
  return [{ bin, n: sum(counts.map(({ n }) => n)), persons: persons === 'rows' ? sum(people) : Math.max(...people) }];
}
