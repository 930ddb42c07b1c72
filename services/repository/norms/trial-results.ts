import type { TrialsRule } from '@domain/norms/class-results';

import { sqlName } from '../context/table-engine';
import { axisOf } from '../distributions/distribution-sql';
import { resultOfTrial, type Target, vocabulary } from '../vocabulary';

/** How a kind of result follows from its trials. */
export function trialsRuleOf({ key, test, direction }: Target): TrialsRule {
  const facts = test === null ? undefined : vocabulary.tests.get(test);
  // Less is better for contacts in a single leg stand, but not for the time of another result of it.
  const best = direction === 'less' ? 'least' : 'largest';
  const way = facts?.result === 'mean' || facts?.result === 'sum' ? facts.result : best;
  return { way, count: facts && key === test ? facts.trials : 0 };
}

/** Keys of the results of a table: its own, and those that follow from trials in columns of their own. */
export function resultKeys(keys: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...keys].flatMap((key) => [key, resultOfTrial(key) ?? key]));
}

/** SQL for a result of a row: its own column, or if that is empty or missing, what follows from its trials. */
export function rowResultSql(target: Target, keys: ReadonlySet<string>): string {
  const own = keys.has(target.key) ? [sqlName(target.key)] : [];
  const trials = [...keys].filter((key) => resultOfTrial(key) === target.key).map(possibleTrialSql);
  const values = [...own, ...(trials.length > 0 ? [trialsSql(target, trials)] : [])];
  return values.length === 0 ? 'cast(null as double)' : `coalesce(${values.join(', ')})`;
}

function possibleTrialSql(key: string): string {
  const trial = vocabulary.targets.raw.get(key);
  const axis = trial && axisOf(trial);
  return axis
    ? `case when ${sqlName(key)} between ${axis.hard.min} and ${axis.hard.max} then ${sqlName(key)} end`
    : 'null';
}

function trialsSql(target: Target, trials: readonly string[]): string {
  const { way, count } = trialsRuleOf(target);
  const list = `[${trials.join(', ')}]`;
  if (way === 'sum') return trials.length === count ? `(${trials.join(' + ')})` : 'null';
  return `${{ largest: 'list_max', least: 'list_min', mean: 'list_avg' }[way]}(${list})`;
}

/**
 * The rule of `resultOfOccasion` as SQL aggregate of the rows of one person, test and occasion in long format, with columns
 * raw (possible values), trial, place, way and trials.
 */
export const occasionResultSql = `case when count(*) > count(trial) then arg_min(raw, place) filter (where trial is null)
  when way = 'least' then min(raw)
  when way = 'mean' then avg(raw)
  when way = 'sum' then case when count(raw) = trials then sum(raw) end
  else max(raw) end`;
