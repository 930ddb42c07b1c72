import { sqlText } from '../context/table-engine';
import { foldUnit, suggestionRules } from '../suggestions';
import { type Coding, type Target, vocabulary } from '../vocabulary';

/** Units in long format that say which result of a test a row holds: laps of the shuttle run instead of minutes. */
export interface TestVariant {
  /** Key of the test or result that the row names. */
  test: string;
  /** Key of the result that the unit means; the same for a word of the usual unit. */
  key: string;
  /** Spellings of the unit in the file. */
  spellings: string[];
}

/** Units that a text stands for: '(cm)' or 'Sek.'. */
export function unitsSpelled(text: string): readonly string[] {
  return suggestionRules.lexicon.units.get(bareUnit(text)) ?? [];
}

function bareUnit(text: string): string {
  return foldUnit(text.replace(/^[\s([]+|[\s)\]]+$/g, ''));
}

/** What the units of a file mean for a test, beyond the units it is usually measured in. */
export function variantsOf(test: string, units: readonly string[]): TestVariant[] {
  const usual = vocabulary.targets.raw.get(test);
  if (!usual) return [];
  return [usual, ...otherResults(usual)].flatMap((target) => {
    const words = new Set((vocabulary.longUnits.get(target.key) ?? []).map(foldUnit));
    const isUnit = (text: string) =>
      target !== usual && target.units.some(({ unit }) => unitsSpelled(text).includes(unit));
    const spellings = units.filter((text) => words.has(bareUnit(text)) || isUnit(text));
    return spellings.length > 0 ? [{ test, key: target.key, spellings }] : [];
  });
}

/** The other results of a test that are measured in units of their own. */
function otherResults({ key, test, units }: Target): Target[] {
  const own = new Set(units.map(({ unit }) => unit));
  return key !== test
    ? []
    : [...vocabulary.targets.raw.values()].filter(
        (other) =>
          other.test === test && other.isResult && !other.rare && other.units.every(({ unit }) => !own.has(unit)),
      );
}

/** Spelling of the test of a row; where its unit means another result of the test, the key of that result. */
export function variantSpellingSql(
  { unit, variants = [] }: { unit: { coding: Coding | null }; variants?: readonly TestVariant[] },
  testSpelling: string,
  unitSpelling: string,
): string {
  const cases = variants.flatMap(({ test, key, spellings }) => {
    const names = unit.coding?.codes.find(({ code }) => code === test)?.spellings ?? [];
    const isOther = key !== test && names.length > 0;
    const list = (texts: readonly string[]) => texts.map(sqlText).join(', ');
    return isOther
      ? [`when ${unitSpelling} in (${list(spellings)}) and ${testSpelling} in (${list(names)}) then ${sqlText(key)}`]
      : [];
  });
  return cases.length > 0 ? `case ${cases.join(' ')} else ${testSpelling} end` : testSpelling;
}
