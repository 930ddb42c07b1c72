/**
 * Those groups of a total that may be told: with fewer than `least` people a group is left out. If what is left out, with
 * the `rest` of people who are in none of the groups, is about fewer, the smallest other group is left out, too, because
 * the others could be subtracted from the total. People may be in several groups, so those of two small ones are not
 * added up.
 */
export function toldGroups<Group extends { persons: number }>(
  groups: readonly Group[],
  least: number,
  rest = 0,
): Group[] {
  const large = groups.filter(({ persons }) => persons >= least);
  const leftOut = Math.max(rest, ...groups.filter((group) => !large.includes(group)).map(({ persons }) => persons));
  if (leftOut === 0 || leftOut >= least) return large;
  const smallest = Math.min(...large.map(({ persons }) => persons));
  const dropped = large.find(({ persons }) => persons === smallest);
  return large.filter((group) => group !== dropped);
}
