import { groupBy } from '@domain/group-by';

import type { RowOfChild } from './read-child';

/**
 * Rows with the identity of their child. In a table with a row for each child, every row without an ID is a child of its
 * own. In long format (`isLong`) a name stands for one child as long as nothing tells otherwise: other sexes, other
 * births, or other years of age where no row tells a day or time-point between them.
 */
export function tellApart(rows: readonly RowOfChild[], isLong: boolean): RowOfChild[] {
  const withId = ({ person }: RowOfChild) => person !== '';
  const known = rows.filter(withId).map((row) => {
    const own = isLong ? [row.group, row.person] : [row.group, row.person, row.name, row.sex];
    return { ...row, identity: JSON.stringify(own) };
  });
  const others = rows.filter((row) => !withId(row));
  const apart = isLong
    ? [...groupBy(others, nameOf).values()].flatMap(namesakesOf)
    : others.map((row) => ({ ...row, identity: String(row.row) }));
  return [...known, ...apart].sort((a, b) => a.row - b.row);
}

function nameOf({ group, name, row }: RowOfChild): string {
  return JSON.stringify([group, name || row]);
}

/** The rows of one name, by what tells children of this name apart. */
function namesakesOf(rows: readonly RowOfChild[]): RowOfChild[] {
  const identity = nameOf(rows[0]!);
  const isOf = [sexOf, birthOf, ageOf].filter((tell) => new Set(rows.flatMap((row) => tell(row) ?? [])).size > 1);
  return rows.map((row) => ({ ...row, identity: JSON.stringify([identity, ...isOf.map((tell) => tell(row))]) }));
}

const sexOf = ({ sex }: RowOfChild) => sex;
const birthOf = ({ born }: RowOfChild) => born;

/** Completed years of age in a row that may be of the same day as all others. */
function ageOf({ born, day, timePoint, exactAge, statedAge }: RowOfChild): number | null {
  const age = exactAge ?? statedAge;
  return born !== null || day !== null || timePoint !== null || age === null ? null : Math.floor(age);
}
