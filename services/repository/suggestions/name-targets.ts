import { z } from 'zod';

import { motorTests } from '@domain/motor-tests';
import type { UploadKind } from '@domain/upload-id';

import { longFormat, possibleTrials, splitTargets, type Target, type Vocabulary } from '../vocabulary';
import { list, readRows, yesOrNo } from '../vocabulary/read-data';

/** Concepts that together mean a target. */
export interface TargetConcepts {
  key: string;
  /** All of them must occur. */
  concepts: readonly string[];
  /** They may also occur. */
  optional: readonly string[];
  /** Unit implied by the words, such as the coding of a column 'female'; '' = none. */
  unit: string;
  /** Only if the header also states a unit of the target: 'age [months]'. */
  needsUnit: boolean;
  /** Only if all cells are like this: a class '5a' in a column 'Klasse'. */
  cells: RegExp | null;
  /** Only if another column means this target: 'KG' is the body height beside the body mass. '' = any table. */
  beside: string;
}

/** Ways to name a target, indexed by one of their concepts. */
export type TargetWays = Record<UploadKind, ReadonlyMap<string, readonly TargetConcepts[]>>;

/** The concept of a statistic has its name, with a hyphen. */
const statisticConcept = (statistic: string) => statistic.replace('_', '-');

/** Concept of what a test measures, which may stand before its name: 'Ausdauer'. */
const ability = 'ability';

/** Concept of a target's own key and labels. */
export function keyConcept(key: string): string {
  return `key:${key}`;
}

/** Concept of the number of a trial. */
export function trialConcept(trial: number): string {
  return `trial ${trial}`;
}

/**
 * Loads the ways to name targets (`target-concepts.csv`) and adds those by the targets' own names, their trials and
 * statistics. Throws an Error that names file and line if they are inconsistent.
 */
export function loadWays(folder: string, known: ReadonlySet<string>, vocabulary: Vocabulary): TargetWays {
  const rows = readRows(folder, 'target-concepts.csv', {
    key: z.string().min(1),
    concepts: list(' '),
    optional: list(' '),
    unit: z.string(),
    needs_unit: yesOrNo,
    cells: z.string().transform((pattern) => (pattern === '' ? null : new RegExp(pattern, 'u'))),
    beside: z.string(),
  });
  for (const row of rows) checkTargetConcepts(row, known, vocabulary);
  for (const key of motorTests) {
    if (!rows.some((row) => row.key === key)) throw new Error(`target-concepts.csv: "${key}" is missing`);
  }
  const ways = rows.map(({ needs_unit: needsUnit, ...row }): TargetConcepts => {
    const isResult = vocabulary.targets.raw.get(row.key)?.isResult ?? false;
    return { ...row, optional: isResult ? [...row.optional, ability] : row.optional, needsUnit };
  });
  return { raw: byConcept(rawWays(ways, vocabulary)), agg: byConcept(aggWays(ways, vocabulary)) };
}

function checkTargetConcepts(
  row: { key: string; concepts: string[]; optional: string[]; unit: string; beside: string; position: string },
  known: ReadonlySet<string>,
  { targets }: Vocabulary,
): void {
  const target = targets.raw.get(row.key) ?? targets.agg.get(row.key);
  if (!target) throw new Error(`${row.position}: "${row.key}" is not a target`);
  if (row.beside !== '' && !targets.raw.has(row.beside)) {
    throw new Error(`${row.position}: "${row.beside}" is not a target`);
  }
  if (row.concepts.length === 0) throw new Error(`${row.position}: no concept is given for "${row.key}"`);
  for (const concept of [...row.concepts, ...row.optional]) {
    if (!known.has(concept)) throw new Error(`${row.position}: "${concept}" is missing in concepts.csv`);
  }
  if (row.unit !== '' && !target.units.some(({ unit }) => unit === row.unit)) {
    throw new Error(`${row.position}: "${row.key}" is not offered in "${row.unit}"`);
  }
}

/** Ways to name targets of raw data: those of the file, the targets' own names, and single trials of the tests. */
function rawWays(ways: TargetConcepts[], { targets }: Vocabulary): TargetConcepts[] {
  const own = ownNames(targets.raw);
  const known = [...ways.filter(({ key }) => targets.raw.has(key)), ...own];
  return [
    ...known,
    ...known.flatMap((way) => beamTrials(way)),
    ...known.flatMap((way) =>
      possibleTrials
        .filter((trial) => way.unit === '' && targets.raw.has(`${way.key}.t${trial}`))
        .map((trial) => ({ ...way, key: `${way.key}.t${trial}`, concepts: [...way.concepts, trialConcept(trial)] })),
    ),
  ];
}

/** Number of trials on a beam, and the trials before it: the widest beam comes first. Source: K-BAL in domain facts. */
const trialsPerBeam = 2;
const trialsBefore: Record<string, number> = { 'balback.b60': 0, 'balback.b45': 2, 'balback.b30': 4 };

/** 'Balancing backwards, 4.5 cm, 2nd trial' is the fourth of six trials. */
function beamTrials(way: TargetConcepts): TargetConcepts[] {
  const before = trialsBefore[way.key];
  if (before === undefined) return [];
  return Array.from({ length: trialsPerBeam }, (_, i) => ({
    ...way,
    key: `balback.t${before + i + 1}`,
    concepts: [...way.concepts, trialConcept(i + 1)],
  }));
}

/** Ways to name targets of aggregated data: fields, and measures with each statistic. */
function aggWays(ways: TargetConcepts[], { targets }: Vocabulary): TargetConcepts[] {
  const measures = new Map<string, string[]>();
  for (const { key, statistic } of targets.agg.values()) {
    if (!statistic) continue;
    measures.set(statistic.measure, [...(measures.get(statistic.measure) ?? []), key]);
  }
  const known = [...ways, ...ownNames(targets.raw)];
  return [
    ...ways.filter(({ key }) => targets.agg.has(key)),
    ...ownNames(targets.agg),
    ...known.flatMap((way) =>
      (measures.get(way.key) ?? []).map((key) => ({
        ...way,
        key,
        concepts: [...way.concepts, statisticConcept(key.slice(way.key.length + 1))],
      })),
    ),
    // The cells themselves say whether they hold a mean and its deviation.
    ...known.flatMap((way) =>
      (measures.get(way.key) ?? [])
        .filter((key) => key.endsWith(`.${splitTargets.meanAndDeviation}`))
        .map((key) => ({ ...way, key, optional: [...way.optional, 'mean'] })),
    ),
    // In long format the statistic alone is enough: 'SD'.
    ...(measures.get(longFormat.value) ?? []).map((key) =>
      plainWay(key, statisticConcept(key.slice(longFormat.value.length + 1))),
    ),
  ];
}

function ownNames(targets: ReadonlyMap<string, Target>): TargetConcepts[] {
  return [...targets.values()].filter(({ type }) => type !== 'none').map(({ key }) => plainWay(key, keyConcept(key)));
}

function plainWay(key: string, concept: string): TargetConcepts {
  return { key, concepts: [concept], optional: [], unit: '', needsUnit: false, cells: null, beside: '' };
}

/** Indexes each way by the concept that the fewest ways share, so that few ways are tried per header. */
function byConcept(ways: TargetConcepts[]): Map<string, TargetConcepts[]> {
  const shared = new Map<string, number>();
  for (const { concepts } of ways) for (const concept of concepts) shared.set(concept, (shared.get(concept) ?? 0) + 1);
  const map = new Map<string, TargetConcepts[]>();
  for (const way of ways) {
    const [rarest = ''] = way.concepts.toSorted((a, b) => (shared.get(a) ?? 0) - (shared.get(b) ?? 0));
    map.set(rarest, [...(map.get(rarest) ?? []), way]);
  }
  return map;
}
