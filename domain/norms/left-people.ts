import { minPersonsPerCell } from '../limits';
import { normSexes } from './age-groups';
import { type Cell, compareCells } from './cells';

/**
 * The cells of a closed data set and kind of result without the smallest of a sex, if otherwise fewer than
 * `minPersonsPerCell` people of this sex would be in none; then the same for all people. The page of a data set tells how
 * many there are, so a difference would tell of the few at other ages or of another sex. `people`: numbers of people by
 * code of the sex; other codes are other people.
 */
export function hideLeftPeople(cells: readonly Cell[], people: ReadonlyMap<string, number>): Cell[] {
  const all = [...people.values()].reduce((sum, persons) => sum + persons, 0);
  const bySex = normSexes.flatMap((sex) =>
    leaveEnoughOut(
      cells.filter((cell) => cell.sex === sex),
      people.get(sex) ?? 0,
    ),
  );
  return leaveEnoughOut(bySex, all);
}

function leaveEnoughOut(cells: readonly Cell[], people: number): Cell[] {
  const left = people - cells.reduce((sum, cell) => sum + cell.persons, 0);
  if (left <= 0 || left >= minPersonsPerCell) return [...cells];
  const [smallest] = [...cells].sort((a, b) => a.persons - b.persons || compareCells(a, b));
  return cells.filter((cell) => cell !== smallest);
}
