import { resultOfOccasion } from '@domain/norms/class-results';

import { trialsRuleOf } from '../norms/trial-results';
import { vocabulary } from '../vocabulary';
import type { Ages, ReadChild, ReadResult, RowOfChild, RowResult } from './read-child';

/** What rows of one thing have in common, as far as they tell it. */
type Facts = readonly (string | number | null)[];

interface Occasion extends Ages {
  facts: Facts;
  results: RowResult[];
}

/** A child at a completed year of age. */
interface Line {
  facts: Facts;
  child: RowOfChild;
  occasions: Occasion[];
}

/**
 * Joins the rows of each child and completed year of age. What only some of its rows tell holds for all of them. As in
 * the norms, one result of each test counts at an age: that of the first occasion that has a possible one.
 */
export function joinRows(rows: readonly RowOfChild[]): ReadChild[] {
  const lines = new Map<string, Line[]>();
  for (const row of rows) {
    const own = lines.get(row.identity) ?? [];
    lines.set(row.identity, own);
    const facts = factsOfLine(row);
    const line = ofSame(own, facts);
    if (line) addRow(line, row);
    else own.push({ facts, child: { ...row }, occasions: [occasionOf(row)] });
  }
  const inOrder = [...lines.values()].flat().sort((a, b) => a.child.row - b.child.row);
  return inOrder.map(childOf);
}

function factsOfLine({ sex, exactAge, statedAge }: RowOfChild): Facts {
  const age = exactAge ?? statedAge;
  return [sex, age === null ? null : Math.floor(age)];
}

/** The last of these that nothing in the facts of a row contradicts, with these facts. */
function ofSame<Kind extends { facts: Facts }>(those: readonly Kind[], facts: Facts): Kind | null {
  const found = those.findLast((one) =>
    one.facts.every((fact, at) => fact === null || facts[at] === null || fact === facts[at]),
  );
  if (found) found.facts = found.facts.map((fact, at) => fact ?? facts[at] ?? null);
  return found ?? null;
}

function occasionOf({ day, timePoint, exactAge, statedAge, results }: RowOfChild): Occasion {
  return { facts: [day, timePoint, exactAge, statedAge], exactAge, statedAge, results: [...results] };
}

function addRow({ child, occasions }: Line, row: RowOfChild): void {
  child.sex ??= row.sex;
  const own = occasionOf(row);
  const known = ofSame(occasions, own.facts);
  known?.results.push(...own.results);
  if (!known) occasions.push(own);
  for (const one of [child, ...(known ? [known] : [])]) {
    one.exactAge ??= row.exactAge;
    one.statedAge ??= row.statedAge;
  }
}

function childOf({ child, occasions }: Line): ReadChild {
  const { row, name, group, sex, exactAge, statedAge } = child;
  const keys = new Set(occasions.flatMap(({ results }) => results.map(({ key }) => key)));
  const results = [...keys].flatMap((key) => {
    const told = occasions.flatMap((occasion) => resultOf(key, occasion, child) ?? []);
    return told.find(({ value }) => value !== null) ?? told[0] ?? [];
  });
  return { row, name, group, sex, exactAge, statedAge, results };
}

function resultOf(key: string, { results, exactAge, statedAge }: Occasion, child: Ages): ReadResult | null {
  const own = results.filter((result) => result.key === key);
  const target = vocabulary.targets.raw.get(key);
  const [first] = own;
  if (!first || !target) return null;
  const ages = { exactAge: exactAge ?? child.exactAge, statedAge: statedAge ?? child.statedAge };
  const value = resultOfOccasion(trialsRuleOf(target), own);
  const isWhole = own.every((result) => result.trial !== null && result.value !== null);
  const reason = first.reason === 'trials-missing' || isWhole ? 'trials-missing' : 'impossible';
  return { key, ...ages, value, text: own.map(({ text }) => text).join('; '), reason: value === null ? reason : null };
}
