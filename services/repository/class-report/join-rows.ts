import { groupBy } from '@domain/group-by';
import { resultOfOccasion, rowsNotCounted } from '@domain/norms/class-results';

import { trialsRuleOf } from '../norms/trial-results';
import { vocabulary } from '../vocabulary';
import type { Ages, ReadChild, ReadResult, RowOfChild, RowResult } from './read-child';

interface Occasion extends Ages {
  results: RowResult[];
}

/** A child at a completed year of age. */
interface Line {
  child: RowOfChild;
  occasions: Occasion[];
}

/**
 * Joins the rows of each child and completed year of age. What only some of its rows tell holds for all of them if these
 * agree, and one result of each test counts at an age: that of the first occasion that has a possible one. The norms read
 * long tables by the same rules (`filledTable`, `longResultsSql`).
 */
export function joinRows(rows: readonly RowOfChild[]): ReadChild[] {
  const children = groupBy(rows, ({ identity }) => identity);
  const lines = [...children.values()].flatMap((own) => {
    const told = withTold(own, ['sex', 'exactAge', 'statedAge']);
    return [...groupBy(told, ({ sex, ...ages }) => JSON.stringify([sex, yearOf(ages)])).values()].map(lineOf);
  });
  return lines.sort((a, b) => a.child.row - b.child.row).map(childOf);
}

function yearOf({ exactAge, statedAge }: Ages): number | null {
  const age = exactAge ?? statedAge;
  return age === null ? null : Math.floor(age);
}

function lineOf(rows: readonly RowOfChild[]): Line {
  const told = withTold(rows, ['day', 'timePoint']);
  const occasions = groupBy(told, ({ day, timePoint, exactAge, statedAge }) =>
    JSON.stringify([day, timePoint, exactAge, statedAge]),
  );
  return {
    child: told[0]!,
    occasions: [...occasions.values()].map((own) => ({ ...own[0]!, results: own.flatMap(({ results }) => results) })),
  };
}

type Fact = 'sex' | 'exactAge' | 'statedAge' | 'day' | 'timePoint';

/** Rows with what they do not tell themselves, if the others agree on it. */
function withTold(rows: readonly RowOfChild[], facts: readonly Fact[]): RowOfChild[] {
  const told = facts.map(
    (fact) =>
      [fact, agreed(rows.flatMap((row): (string | number)[] => (row[fact] === null ? [] : [row[fact]])))] as const,
  );
  return rows.map((row) => ({ ...row, ...Object.fromEntries(told.filter(([fact]) => row[fact] === null)) }));
}

/** What all of these say, of ages of one year the lowest; null if they differ. */
function agreed(values: readonly (string | number)[]): string | number | null {
  const [first, ...others] = values;
  if (first === undefined) return null;
  const inYears = (value: string | number) => (typeof value === 'number' ? Math.floor(value) : value);
  if (others.some((value) => inYears(value) !== inYears(first))) return null;
  return others.reduce((least, value) => (value < least ? value : least), first);
}

function childOf({ child, occasions }: Line): ReadChild {
  const { row, identity, name, group, sex, exactAge, statedAge } = child;
  const keys = new Set(occasions.flatMap(({ results }) => results.map(({ key }) => key)));
  const results = [...keys].flatMap((key) => {
    const told = occasions.flatMap((occasion) => resultOf(key, occasion) ?? []);
    const counted = told.find(({ value }) => value !== null) ?? told[0];
    return counted ? { ...counted, notCounted: told.flatMap((one) => cellsNotCounted(one, one === counted)) } : [];
  });
  return { row, identity, name, group, sex, exactAge, statedAge, results };
}

/** Cells of an occasion that do not count; impossible ones are told by the check. */
function cellsNotCounted({ value, text, reason, notCounted = [] }: ReadResult, isCounted: boolean): readonly string[] {
  if (isCounted) return notCounted;
  return value === null && reason !== 'trials-missing' ? [] : [text];
}

function resultOf(key: string, { results, exactAge, statedAge }: Occasion): ReadResult | null {
  const own = results.filter((result) => result.key === key);
  const target = vocabulary.targets.raw.get(key);
  const [first] = own;
  if (!first || !target) return null;
  const rule = trialsRuleOf(target);
  const value = resultOfOccasion(rule, own);
  const notCounted = rowsNotCounted(rule, own).map(({ text }) => text);
  const isWhole = own.every((result) => result.trial !== null && result.value !== null);
  const reason = first.reason === 'trials-missing' || isWhole ? 'trials-missing' : 'impossible';
  return {
    key,
    exactAge,
    statedAge,
    value,
    text: own.map(({ text }) => text).join('; '),
    notCounted,
    reason: value === null ? reason : null,
  };
}
