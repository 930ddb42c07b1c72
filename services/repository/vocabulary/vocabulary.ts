import type { WithheldReason } from '@domain/api/publication';
import type { MotorTest } from '@domain/motor-tests';
import type { Bilingual } from '@domain/language';
import type { UploadKind } from '@domain/upload-id';

/** What the cells of a column hold. 'month' = yyyy-mm, 'none' = nothing that is read (column `ignore`). */
export type TargetType = 'number' | 'text' | 'code' | 'date' | 'month' | 'year' | 'none';

/**
 * What publication does with a column: keep it, or leave it out or coarsen it for the reason named, which
 * is a key of `locales/<language>/published.json`.
 */
export type PublishRule = 'keep' | Exclude<WithheldReason, 'unmapped' | 'duplicate'>;

/** Both ends included, in the default unit. */
export interface Bounds {
  min: number;
  /** 'this-year' = the year of the check. */
  max: number | 'this-year';
}

/**
 * Way from a column's unit to the target's default unit: `value * factor + offset`, or `factor / value`
 * for a speed where the target is the time over a fixed distance.
 */
export interface Conversion {
  way: 'linear' | 'inverse';
  factor: number;
  offset: number;
}

/** How the cells of a coded column are read: by a list of spellings, all in lower case, or by a pattern. */
export interface Coding {
  /** Published code and the spellings that mean it. */
  codes: { code: string; label: Bilingual; spellings: string[] }[];
  /** Regular expression (RE2) over the cell in lower case: what matches is published in upper case. */
  pattern: string | null;
  /** What a sentence names as allowed. */
  allowed: Bilingual;
}

export interface TargetUnit {
  /** As in addresses and option values: '1' for counts and points, '' where there is none. */
  unit: string;
  /** As a screen shows it. */
  text: Bilingual;
  conversion: Conversion;
  /** Only for coded targets. */
  coding: Coding | null;
}

/** Scale of a statistic of aggregated data; decides how units and bounds carry over from its measure. */
export type StatisticScale = 'count' | 'position' | 'spread' | 'variance' | 'fixed';

/** Something a column can be mapped to, with all units it is offered in; the first is the default. */
export interface Target {
  key: string;
  label: Bilingual;
  group: Bilingual;
  type: TargetType;
  units: TargetUnit[];
  warn: Bounds | null;
  hard: Bounds | null;
  /** Values are multiples of it. */
  step: number | null;
  /** Usual decimals. */
  decimals: number;
  /** A missing value is a problem (rule R07). */
  required: boolean;
  /** 0 stands for a missing value, never for a result (rule R12). */
  zeroImpossible: boolean;
  /** A duration: cells may hold mm:ss besides a number. */
  isTime: boolean;
  publish: PublishRule;
  /** Words of coded values may be published; those of schools and persons would name them. */
  publishesLabels: boolean;
  rare: boolean;
  /** Motor test it belongs to. */
  test: MotorTest | null;
  /** It holds results of its motor test, so a search for the test finds the file. */
  isResult: boolean;
  /** Only for aggregated data: which statistic of which measure. */
  statistic: { id: string; scale: StatisticScale; measure: string } | null;
}

/** A target in one of its units, as a column is mapped to it. */
export interface MappedTarget {
  target: Target;
  unit: TargetUnit;
}

/** What is known of a motor test. Labels: short for tables, long for lists. */
export interface TestFacts {
  abbr: Bilingual;
  short: Bilingual;
  long: Bilingual;
  /** Whether a larger or a smaller value is the better performance. */
  direction: 'more' | 'less' | 'none';
  /** How the result follows from the single trials; 'value' = there is one trial. */
  result: 'value' | 'best' | 'mean' | 'sum';
}

export interface Vocabulary {
  /** Targets by key, in the order of the lists. */
  targets: Record<UploadKind, ReadonlyMap<string, Target>>;
  tests: ReadonlyMap<MotorTest, TestFacts>;
  /** Texts that stand for a missing value in any column, in lower case. */
  missingCodes: string[];
}
