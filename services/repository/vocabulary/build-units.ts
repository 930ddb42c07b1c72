import { type Bilingual, byLanguage } from '@domain/language';

import { bilingual, type VocabularyData } from './read-data';
import type { Coding, Conversion, StatisticScale, TargetUnit } from './vocabulary';

const identity: Conversion = { way: 'linear', factor: 1, offset: 0 };
const noText: Bilingual = { en: '', de: '' };

/** Builds the units of targets from units.csv, conversions.csv, codings.csv and codes.csv. */
export function unitBuilder(data: VocabularyData) {
  const texts = new Map(data.units.map((row) => [row.unit, bilingual(row, 'text')]));
  const textOf = (unit: string, position: string): Bilingual => {
    if (unit === '') return noText;
    const text = texts.get(unit);
    if (!text) throw new Error(`${position}: the unit "${unit}" is missing in units.csv`);
    return text;
  };
  const plain = (unit: string, position: string, ucum = ''): TargetUnit => ({
    unit,
    text: ucum === '{score}' ? textOf('points', position) : textOf(unit, position),
    conversion: identity,
    coding: null,
  });

  return {
    /** For a target with only one unit. */
    single: (unit: string, position: string): TargetUnit[] => [plain(unit, position)],

    /** The default unit of a measured quantity and the units that can be converted to it. */
    measured(key: string, unit: string, ucum: string, position: string, forTrials = false): TargetUnit[] {
      const others = data.conversions.filter((row) => row.key === key && (row.trials || !forTrials));
      return [
        plain(unit, position, ucum),
        ...others.map((row) => ({
          unit: row.unit,
          text: textOf(row.unit, row.position),
          conversion: { way: row.way, factor: row.factor, offset: row.offset },
          coding: null,
        })),
      ];
    },

    /** The codings of a code list. The unit of a sex column is its coding. */
    coded(codelist: string, position: string): TargetUnit[] {
      const rows = data.codings.filter((row) => row.codelist === codelist);
      if (rows.length === 0) throw new Error(`${position}: the code list "${codelist}" is missing in codings.csv`);
      return rows.map((row) => ({ ...plain(row.unit, row.position), coding: buildCoding(data, row) }));
    },
  };
}
export type UnitBuilder = ReturnType<typeof unitBuilder>;

/**
 * Units of a statistic. A mean is converted like a value, a spread only scales, a variance scales with the square.
 * Inverse units are left out, because a mean of speeds is not the speed of the mean time.
 */
export function statisticUnits(scale: StatisticScale, units: TargetUnit[]): TargetUnit[] {
  const linear = units.filter((unit) => unit.conversion.way === 'linear');
  if (scale === 'position') return linear;
  const pure = linear.filter((unit) => unit.conversion.offset === 0);
  return scale === 'variance' ? pure.map(square) : pure;
}

function square(unit: TargetUnit): TargetUnit {
  const bare = unit.unit === '' || unit.unit === '1';
  const squared = (text: string) => (/^\w+$/.test(text) ? `${text}²` : `(${text})²`);
  return {
    unit: bare ? unit.unit : `${unit.unit}^2`,
    text: bare ? unit.text : byLanguage((language) => squared(unit.text[language])),
    conversion: { ...unit.conversion, factor: unit.conversion.factor ** 2 },
    coding: null,
  };
}

function buildCoding(data: VocabularyData, row: VocabularyData['codings'][number]): Coding {
  const codes = codesOf(data, row.coding);
  if (codes.length === 0) throw new Error(`${row.position}: the coding "${row.coding}" has no codes`);
  const seen = new Set<string>();
  for (const { spellings, position } of codes) {
    for (const spelling of spellings) {
      if (seen.has(spelling)) throw new Error(`${position}: the spelling "${spelling}" means two codes`);
      if (spelling !== spelling.toLowerCase()) throw new Error(`${position}: "${spelling}" is not in lower case`);
      seen.add(spelling);
    }
  }
  return {
    codes: codes.map(({ code, label, spellings }) => ({ code, label, spellings })),
    pattern: row.pattern === '' ? null : row.pattern,
    allowed: bilingual(row, 'allowed'),
    isPaired: row.paired,
  };
}

/** Codes of a coding. Those of tests and units come from their own files. */
function codesOf(data: VocabularyData, coding: string) {
  if (coding === 'test') {
    const tests = data.tests.map((row) => ({
      code: row.slug as string,
      label: bilingual(row, 'long'),
      spellings: distinct([row.slug, row.abbr_en, row.abbr_de, row.short_en, row.short_de, row.long_en, row.long_de]),
      position: row.position,
    }));
    const results = data.results.filter(({ use }) => use === 'result');
    const further = results.map((row) => ({
      code: row.key,
      label: bilingual(row, 'label'),
      spellings: distinct([row.key, row.label_en, row.label_de]),
      position: row.position,
    }));
    return [...tests, ...further];
  }
  if (coding === 'unit') {
    return data.units.map((row) => ({
      code: row.unit,
      label: bilingual(row, 'text'),
      spellings: [row.unit.toLowerCase()],
      position: row.position,
    }));
  }
  return data.codes
    .filter((row) => row.coding === coding)
    .map((row) => ({
      code: row.code,
      label: bilingual(row, 'label'),
      spellings: row.spellings.split('|'),
      position: row.position,
    }));
}

function distinct(texts: string[]): string[] {
  return [...new Set(texts.map((text) => text.toLowerCase()))];
}
