import type { MotorTest } from '@domain/motor-tests';
import { type Bilingual, byLanguage } from '@domain/language';

import { statisticUnits, type UnitBuilder } from './build-units';
import { bilingual, type VocabularyData } from './read-data';
import type { Bounds, Target } from './vocabulary';

/** Number of people in a group, for all of its measures. */
export const groupSize = 'g_n';
/** Trials of a test that have targets of their own: keys `<slug>.t1` to `<slug>.t6`. */
export const possibleTrials: readonly number[] = [1, 2, 3, 4, 5, 6];
const timeUnits = ['s', 'min'];

/** The vocabulary's data, and what its targets are built with. */
export interface Parts {
  data: VocabularyData;
  units: UnitBuilder;
  groups: Map<string, Bilingual>;
}

interface Limits {
  warn_min: number | null;
  warn_max: Bounds['max'] | null;
  hard_min: number | null;
  hard_max: Bounds['max'] | null;
  step: number | null;
  position: string;
}

/** Targets of raw data: person and context, then the tests with their further results, then single trials. */
export function buildRawTargets(parts: Parts): Target[] {
  return [
    ...buildFields(parts, 'raw'),
    ...buildTests(parts),
    ...buildResults(parts),
    ...parts.data.tests.flatMap((row) => buildTrials(parts, row)),
  ];
}

/** Targets of aggregated data: descriptions of the group, then the statistics of each measure. */
export function buildAggTargets(parts: Parts): Target[] {
  const measured = parts.data.fields.filter((row) => row.measure).map((row) => row.key);
  const measures = [
    ...buildFields(parts, 'raw').filter((target) => measured.includes(target.key)),
    ...buildTests(parts),
    ...buildResults(parts),
  ];
  return [...buildFields(parts, 'agg'), ...measures.flatMap((measure) => buildStatistics(parts, measure))];
}

const plainTarget = {
  required: false,
  zeroImpossible: false,
  isTime: false,
  publish: 'keep',
  publishesLabels: true,
  rare: false,
  test: null,
  isResult: false,
  direction: 'none',
  statistic: null,
} as const;

function buildFields({ data, units, groups }: Parts, kind: 'raw' | 'agg') {
  return data.fields
    .filter((row) => row.kind === kind || row.kind === 'both')
    .map((row): Target => ({
      ...plainTarget,
      key: row.key,
      label: bilingual(row, 'label'),
      group: groupOf(groups, row.group, row.position),
      type: row.type,
      units:
        row.type === 'code'
          ? units.coded(row.codelist, row.position)
          : units.measured(row.key, row.unit, '', row.position),
      ...boundsOf(row),
      step: row.step,
      decimals: row.decimals ?? 0,
      required: row.required,
      publish: row.publish,
      publishesLabels: row.value_labels === 'publish',
      statistic: row.key === groupSize ? { id: 'n', scale: 'count', measure: groupSize } : null,
    }));
}

function buildTests({ data, units, groups }: Parts): Target[] {
  return data.tests.map((row) => ({
    ...plainTarget,
    ...measuredTest(row, units.measured(row.slug, row.unit, row.ucum, row.position)),
    key: row.slug,
    label: bilingual(row, 'long'),
    group: groupOf(groups, 'tests', row.position),
    test: row.slug,
    isResult: true,
  }));
}

function buildResults({ data, units, groups }: Parts): Target[] {
  return data.results.map((row) => ({
    ...plainTarget,
    ...measuredTest(row, units.measured(row.key, row.unit, row.ucum, row.position)),
    key: row.key,
    label: bilingual(row, 'label'),
    group: groupOf(groups, 'parts', row.position),
    test: row.test,
    isResult: row.use === 'result',
  }));
}

function buildTrials({ data, units, groups }: Parts, row: VocabularyData['tests'][number]): Target[] {
  const own = data.trials.find((trial) => trial.test === row.slug);
  return possibleTrials.map((trial) => ({
    ...plainTarget,
    ...measuredTest({ ...row, ...own }, units.measured(row.slug, row.unit, row.ucum, row.position, true)),
    key: `${row.slug}.t${trial}`,
    label: { en: `${row.long_en}, trial ${trial}`, de: `${row.long_de}, Versuch ${trial}` },
    group: groupOf(groups, 'trials', row.position),
    rare: true,
    test: row.slug,
    isResult: true,
  }));
}

function measuredTest(
  row: Limits & Pick<Target, 'decimals' | 'direction'> & { zero: boolean; unit: string },
  units: Target['units'],
) {
  return {
    type: 'number' as const,
    units,
    ...boundsOf(row),
    step: row.step,
    decimals: row.decimals,
    zeroImpossible: row.zero,
    direction: row.direction,
    isTime: timeUnits.includes(row.unit),
  };
}

function buildStatistics({ data, units }: Parts, measure: Target): Target[] {
  const rareMeasure = measure.test !== null && measure.key !== (measure.test as MotorTest);
  return data.statistics.map((row): Target => {
    const own = row.scale === 'count' || row.scale === 'fixed';
    const position = row.scale === 'position';
    return {
      ...plainTarget,
      key: `${measure.key}.${row.statistic}`,
      label: byLanguage((language) => `${measure.label[language]}: ${row[`label_${language}`]}`),
      group: measure.label,
      type: 'number',
      units: own ? units.single(row.unit, row.position) : statisticUnits(row.scale, measure.units),
      ...(position ? { warn: measure.warn, hard: measure.hard } : boundsOf(row)),
      step: row.step,
      decimals: row.decimals,
      required: row.required,
      zeroImpossible: position && measure.zeroImpossible,
      isTime: position && measure.isTime,
      rare: row.rare || rareMeasure,
      test: measure.test,
      isResult: measure.isResult && row.scale !== 'count',
      statistic: { id: row.statistic, scale: row.scale, measure: measure.key },
    };
  });
}

function boundsOf(row: Limits): { warn: Bounds | null; hard: Bounds | null } {
  const warn = pair(row.warn_min, row.warn_max, row.position);
  const hard = pair(row.hard_min, row.hard_max, row.position);
  if (warn && hard && (warn.min < hard.min || exceeds(warn.max, hard.max))) {
    throw new Error(`${row.position}: the warning bounds exceed the hard bounds`);
  }
  return { warn, hard };
}

function pair(min: number | null, max: Bounds['max'] | null, position: string): Bounds | null {
  if (min === null && max === null) return null;
  if (min === null || max === null) throw new Error(`${position}: one of the two bounds is missing`);
  if (max !== 'this-year' && min >= max) throw new Error(`${position}: the lower bound is not below the upper one`);
  return { min, max };
}

function exceeds(a: Bounds['max'], b: Bounds['max']): boolean {
  return a !== 'this-year' && b !== 'this-year' && a > b;
}

function groupOf(groups: Map<string, Bilingual>, id: string, position: string): Bilingual {
  const group = groups.get(id);
  if (!group) throw new Error(`${position}: the group "${id}" is missing in groups.csv`);
  return group;
}
