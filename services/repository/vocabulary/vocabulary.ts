import type { WithheldReason } from '@domain/api/publication';
import type { MotorTest } from '@domain/motor-tests';
import type { Bilingual } from '@domain/language';
import type { UploadKind } from '@domain/upload-id';

/** Type of the cells of a column. 'month' = yyyy-mm, 'none' = not read (target `ignore`). */
export type TargetType = 'number' | 'text' | 'code' | 'date' | 'month' | 'year' | 'none';

/**
 * How a column is published: unchanged, or left out or made less detailed for this reason, which is a key of
 * `locales/<language>/published.json`.
 */
export type PublishRule = 'keep' | Exclude<WithheldReason, 'unmapped' | 'duplicate'>;

/** Both ends included, in the default unit. */
export interface Bounds {
  min: number;
  /** 'this-year' = the year of the check. */
  max: number | 'this-year';
}

/**
 * Conversion from a column's unit to the target's default unit: `value * factor + offset`, or `factor / value` for a
 * speed if the target is the time over a fixed distance.
 */
export interface Conversion {
  way: 'linear' | 'inverse';
  factor: number;
  offset: number;
}

/** How cells of a coded column are read: by a list of spellings, all in lower case, or by a pattern. */
export interface Coding {
  /** Published codes with the spellings that mean them. */
  codes: { code: string; label: Bilingual; spellings: string[] }[];
  /** Regular expression (RE2) for the cell in lower case. Matches are published in upper case. */
  pattern: string | null;
  /** Allowed codes as shown in messages. */
  allowed: Bilingual;
  /** A single of its codes says nothing: b is a boy only where g is a girl. */
  isPaired: boolean;
}

export interface TargetUnit {
  /** As in addresses and option values: '1' for counts and points, '' if there is none. */
  unit: string;
  /** As shown on screens. */
  text: Bilingual;
  conversion: Conversion;
  /** Only for coded targets. */
  coding: Coding | null;
}

/** Scale of a statistic of aggregated data. It decides which units and bounds it takes over from its measure. */
export type StatisticScale = 'count' | 'position' | 'spread' | 'variance' | 'fixed';

/** A target that columns can be mapped to, with its units; the first one is the default. */
export interface Target {
  key: string;
  label: Bilingual;
  group: Bilingual;
  type: TargetType;
  units: TargetUnit[];
  warn: Bounds | null;
  hard: Bounds | null;
  /** Values are multiples of this number. */
  step: number | null;
  /** Usual number of decimals. */
  decimals: number;
  /** A missing value is a problem (rule R07). */
  required: boolean;
  /** 0 means a missing value, never a result (rule R12). */
  zeroImpossible: boolean;
  /** A duration: cells may also contain mm:ss. */
  isTime: boolean;
  publish: PublishRule;
  /** Value labels may be published. Those of schools and people could identify them. */
  publishesLabels: boolean;
  rare: boolean;
  /** Motor test it belongs to. */
  test: MotorTest | null;
  /** It contains results of its motor test, so a search for the test finds the file. */
  isResult: boolean;
  /** Whether larger or smaller results are better; 'none' for what is no result. */
  direction: TestFacts['direction'];
  /** Only for aggregated data: which statistic of which measure. */
  statistic: { id: string; scale: StatisticScale; measure: string } | null;
}

/** A target and unit to which a column is mapped. */
export interface MappedTarget {
  target: Target;
  unit: TargetUnit;
}

/** Facts of a motor test. Labels: short for tables, long for lists. */
export interface TestFacts {
  abbr: Bilingual;
  short: Bilingual;
  long: Bilingual;
  /** Whether larger or smaller values are better. */
  direction: 'more' | 'less' | 'none';
  /** How the result follows from the single trials; 'value' = there is only one trial. */
  result: 'value' | 'best' | 'mean' | 'sum';
  /** Number of trials of a sum; 0 if it is not known. */
  trials: number;
}

export interface Vocabulary {
  /** Targets by key, in the order of the lists. */
  targets: Record<UploadKind, ReadonlyMap<string, Target>>;
  tests: ReadonlyMap<MotorTest, TestFacts>;
  /** How units are written in headers and cells, in lower case. */
  unitSpellings: ReadonlyMap<string, string[]>;
  /** Words that files in long format write as the unit of a result, by its key: 'level', 'contacts'. */
  longUnits: ReadonlyMap<string, string[]>;
  /** Texts that mean a missing value in any column, in lower case. */
  missingCodes: string[];
  /** What lists of a class have in place of the results of absent children, in lower case. */
  absentCodes: string[];
}
