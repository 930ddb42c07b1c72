import { groupBy } from '@domain/group-by';

import type { RowOfChild } from './read-child';

/**
 * Rows with the identity of their child. In a table with a row for each child, every row without an ID is a child of its
 * own. In long format (`isLong`) a name stands for one child as long as nothing tells otherwise: other sexes, other
 * births, or other years of age where no row tells a day or time-point between them. A row that does not tell one of
 * these is of the child of the last row before it that agrees with it, or else of the next one.
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
  const told = rows.map((row) => isOf.map((tell) => tell(row)));
  // Lists have the rows of a child in a block, of which the first one often tells for all.
  for (const [at, own] of told.entries()) {
    if (own.every((fact) => fact !== null)) continue;
    const agrees = (other: typeof own) => other.every((fact, i) => (fact ?? own[i]) === (own[i] ?? fact));
    const same = told.slice(0, at).findLast(agrees) ?? told.slice(at + 1).find(agrees) ?? own;
    told[at] = own.map((fact, i) => fact ?? same[i]!);
  }
  return rows.map((row, at) => ({ ...row, identity: JSON.stringify([identity, ...told[at]!]) }));
}

const sexOf = ({ sex }: RowOfChild) => sex;
const birthOf = ({ born }: RowOfChild) => born;

/** Completed years of age in a row that may be of the same day as all others. */
function ageOf({ born, day, timePoint, exactAge, statedAge }: RowOfChild): number | null {
  const age = exactAge ?? statedAge;
  return born !== null || day !== null || timePoint !== null || age === null ? null : Math.floor(age);
}
