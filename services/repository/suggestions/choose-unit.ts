import type { Target, TargetUnit } from '../vocabulary';
import { judgeValues, type ColumnValues, type Verdict } from './judge-values';

export interface ChosenUnit {
  unit: TargetUnit;
  verdict: Verdict;
  /** The header names it. */
  isStated: boolean;
}

/** Units that tell values apart by their size alone: a zero point or a lap length cannot be seen. */
function isSeenInValues({ unit, conversion }: TargetUnit): boolean {
  return conversion.offset === 0 && !/^laps/.test(unit);
}

/**
 * The unit of a column for a target, by the header where it names one, else by the cells: the usual
 * unit when they fit it, else the only one they fit. Null when they fit none, or several codings.
 */
export function chooseUnit(
  target: Target,
  stated: readonly string[] | null,
  values: ColumnValues,
  missingCodes: readonly string[],
): ChosenUnit | null {
  const judged = target.units
    .filter(({ unit }) => stated === null || stated.includes(unit))
    .map((unit) => ({ unit, verdict: judgeValues(target, unit, values, missingCodes), isStated: stated !== null }))
    .filter(({ verdict }) => verdict.fit > 0);
  if (target.type === 'code' && stated === null) return chooseCoding(judged, values);
  const [first] = judged;
  if (!first || stated !== null) return first ?? null;
  if (first.unit === target.units[0] && first.verdict.fit === 1) return first;
  const usual = judged.filter(({ unit, verdict }) => verdict.fit === 1 && isSeenInValues(unit));
  if (usual.length === 1) return usual[0] ?? null;
  return first.unit === target.units[0] ? first : null;
}

/** Of codings that read the cells alike, the one whose letters they use; null when they read them differently. */
function chooseCoding(judged: ChosenUnit[], { samples }: ColumnValues): ChosenUnit | null {
  const [first] = judged;
  if (!first || judged.length === 1) return first ?? null;
  const cells = new Set(samples.map((text) => text.trim().toLowerCase()).filter((text) => text !== ''));
  const readings = new Set(
    judged.map(({ unit }) =>
      JSON.stringify(
        unit.coding?.codes.map(({ code, spellings }) => [code, spellings.filter((text) => cells.has(text))]),
      ),
    ),
  );
  if (cells.size > 0 && readings.size > 1) return null;
  const letters = cells.has('w') ? 'm/w' : cells.has('f') ? 'm/f' : first.unit.unit;
  return judged.find(({ unit }) => unit.unit === letters) ?? first;
}
