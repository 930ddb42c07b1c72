import type { Language } from '@domain/language';
import type { UploadKind } from '@domain/upload-id';
import { fillText } from '@domain/text';

import { spreadsheetCsv, type SpreadsheetCell } from '../row-formats/csv';
import { packageTexts, withheldReason } from '../packaging/texts';
import { vocabulary, type Bounds, type Target, type TargetUnit } from '../vocabulary';

/**
 * Codebook of the targets to which columns can be mapped, as CSV for the spreadsheet program of a language: one line
 * per target and unit, with bounds in that unit.
 */
export function targetList(kind: UploadKind, language: Language): string {
  const { key, group, label, unit, unitKey, type, codes, notes } = packageTexts[language].targets;
  const { usualMin, usualMax, possibleMin, possibleMax, decimals } = packageTexts[language].targets;
  const headings = [
    key,
    group,
    label,
    unit,
    unitKey,
    type,
    codes,
    usualMin,
    usualMax,
    possibleMin,
    possibleMax,
    decimals,
    notes,
  ];
  const rows = [...vocabulary.targets[kind].values()].flatMap((target) =>
    target.units.map((one) => rowOf(target, one, language)),
  );
  return [...spreadsheetCsv([headings, ...rows], language)].join('');
}

function rowOf(target: Target, unit: TargetUnit, language: Language): SpreadsheetCell[] {
  return [
    target.key,
    target.group[language],
    target.label[language],
    unit.text[language],
    unit.unit,
    packageTexts[language].types[target.type],
    codesOf(unit, language),
    ...boundsIn(unit, target.warn, language),
    ...boundsIn(unit, target.hard, language),
    target.type === 'number' ? target.decimals : null,
    notesOn(target, language),
  ];
}

/** Codes with their meaning and every accepted spelling. */
function codesOf({ coding }: TargetUnit, language: Language): string {
  if (!coding) return '';
  const codes = coding.codes.map(
    ({ code, label, spellings }) => `${code} = ${label[language]}: ${spellings.join(' | ')}`,
  );
  return codes.length > 0 ? codes.join('; ') : coding.allowed[language];
}

/**
 * Converts bounds from the target's default unit. Lower and upper bound change places for a speed instead of a time.
 */
function boundsIn(
  { conversion: { way, factor, offset } }: TargetUnit,
  bounds: Bounds | null,
  language: Language,
): [min: SpreadsheetCell, max: SpreadsheetCell] {
  if (!bounds) return [null, null];
  if (bounds.max === 'this-year') return [bounds.min, packageTexts[language].thisYear];
  const ends = [bounds.min, bounds.max].map((end) => (way === 'inverse' ? factor / end : (end - offset) / factor));
  const [min, max] = ends.sort((a, b) => a - b).map((end) => Number(end.toPrecision(6)));
  return [min ?? null, max ?? null];
}

function notesOn(target: Target, language: Language): string {
  const { noteRequired, noteZero, noteTime, noteStep } = packageTexts[language].targets;
  return [
    ...(target.required ? [noteRequired] : []),
    ...(target.zeroImpossible ? [noteZero] : []),
    ...(target.isTime ? [noteTime] : []),
    ...(target.step === null ? [] : [fillText(noteStep, { step: formatStep(target.step, language) })]),
    ...(target.publish === 'keep' ? [] : [withheldReason(target.publish, language)]),
  ].join(' ');
}

function formatStep(step: number, language: Language): string {
  return new Intl.NumberFormat(language).format(step);
}
