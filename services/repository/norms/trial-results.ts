import { type TrialRule, trialsOfSum } from '@domain/norms/class-results';

import { sqlName } from '../context/table-engine';
import { axisOf } from '../distributions/distribution-sql';
import { resultOfTrial, type Target, vocabulary } from '../vocabulary';

/** How a result follows from its trials. */
export type TrialsWay = 'largest' | 'least' | 'mean' | 'sum';

/** The rule of `resultOfTrials` for a kind of result; `count` is the number of trials of a sum, 0 if it is not known. */
export function trialsRuleOf({ key, test, direction }: Target): { way: TrialsWay; count: number } {
  const result: TrialRule['result'] = (test && vocabulary.tests.get(test)?.result) || 'value';
  const way = result === 'mean' || result === 'sum' ? result : direction === 'less' ? 'least' : 'largest';
  return { way, count: trialsOfSum[key] ?? 0 };
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
 * SQL aggregate for the result of the rows of one person, test and occasion in long format, with columns raw (possible
 * values), trial, place, way and trials. A row without a trial is the result; otherwise it follows from the trials.
 */
export const occasionResultSql = `case when count(*) > count(trial) then arg_min(raw, place) filter (where trial is null)
  when way = 'least' then min(raw)
  when way = 'mean' then avg(raw)
  when way = 'sum' then case when count(raw) = trials then sum(raw) end
  else max(raw) end`;
