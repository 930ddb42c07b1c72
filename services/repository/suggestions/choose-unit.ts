import type { Target, TargetUnit } from '../vocabulary';
import { type ColumnValues, judgeValues, type Verdict } from './judge-values';

export interface ChosenUnit {
  unit: TargetUnit;
  verdict: Verdict;
  /** The header states it. */
  isStated: boolean;
}

/** Units that can be recognised by the size of the values, unlike lap lengths and scales that may begin anywhere. */
function isSeenInValues({ unit }: TargetUnit, target: Target): boolean {
  return !/^laps/.test(unit) && target.units.every(({ conversion }) => conversion.offset === 0);
}

/**
 * Chooses the unit of a column for a target: the one the header states, otherwise the default unit if the cells fit it,
 * otherwise the only unit they fit. Null if they fit none, or several codings.
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
  const usual = judged.filter(({ unit, verdict }) => verdict.fit === 1 && isSeenInValues(unit, target));
  if (usual.length === 1) return usual[0] ?? null;
  return first.unit === target.units[0] ? first : null;
}

/** Among codings that read the cells alike, chooses the one with their letters; null if they read them differently. */
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
