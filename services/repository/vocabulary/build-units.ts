import type { Bilingual } from '@domain/language';

import type { VocabularyData } from './read-data';
import type { Coding, Conversion, StatisticScale, TargetUnit } from './vocabulary';

const identity: Conversion = { way: 'linear', factor: 1, offset: 0 };
const noText: Bilingual = { en: '', de: '' };

/** Makes the units of targets out of the files units.csv, conversions.csv, codings.csv and codes.csv. */
export function unitBuilder(data: VocabularyData) {
  const texts = new Map(data.units.map((row) => [row.unit, { en: row.text_en, de: row.text_de }]));
  const textOf = (unit: string, place: string): Bilingual => {
    if (unit === '') return noText;
    const text = texts.get(unit);
    if (!text) throw new Error(`${place}: the unit "${unit}" is missing in units.csv`);
    return text;
  };
  const plain = (unit: string, place: string, ucum = ''): TargetUnit => ({
    unit,
    text: ucum === '{score}' ? textOf('points', place) : textOf(unit, place),
    conversion: identity,
    coding: null,
  });

  return {
    /** A target without other units. */
    single: (unit: string, place: string): TargetUnit[] => [plain(unit, place)],

    /** The default unit of a measured quantity and those it can be converted from. */
    measured(key: string, unit: string, ucum: string, place: string, forTrials = false): TargetUnit[] {
      const others = data.conversions.filter((row) => row.key === key && (row.trials || !forTrials));
      return [
        plain(unit, place, ucum),
        ...others.map((row) => ({
          unit: row.unit,
          text: textOf(row.unit, row.place),
          conversion: { way: row.way, factor: row.factor, offset: row.offset },
          coding: null,
        })),
      ];
    },

    /** The codings of a code list; a sex column says by its unit how it is coded. */
    coded(codelist: string, place: string): TargetUnit[] {
      const rows = data.codings.filter((row) => row.codelist === codelist);
      if (rows.length === 0) throw new Error(`${place}: the code list "${codelist}" is missing in codings.csv`);
      return rows.map((row) => ({ ...plain(row.unit, row.place), coding: buildCoding(data, row) }));
    },
  };
}
export type UnitBuilder = ReturnType<typeof unitBuilder>;

/**
 * Units of a statistic: a mean moves with the scale, a spread only stretches, a variance is squared.
 * A mean of speeds is not the speed of a mean time, so inverse units are left out.
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
    text: bare ? unit.text : { en: squared(unit.text.en), de: squared(unit.text.de) },
    conversion: { ...unit.conversion, factor: unit.conversion.factor ** 2 },
    coding: null,
  };
}

function buildCoding(data: VocabularyData, row: VocabularyData['codings'][number]): Coding {
  const codes = codesOf(data, row.coding);
  if (codes.length === 0) throw new Error(`${row.place}: the coding "${row.coding}" has no codes`);
  const seen = new Set<string>();
  for (const { spellings, place } of codes) {
    for (const spelling of spellings) {
      if (seen.has(spelling)) throw new Error(`${place}: the spelling "${spelling}" means two codes`);
      if (spelling !== spelling.toLowerCase()) throw new Error(`${place}: "${spelling}" is not in lower case`);
      seen.add(spelling);
    }
  }
  return {
    codes: codes.map(({ code, label, spellings }) => ({ code, label, spellings })),
    pattern: row.pattern === '' ? null : row.pattern,
    allowed: { en: row.allowed_en, de: row.allowed_de },
  };
}

/** Codes of a coding; those of tests and units follow from their own files. */
function codesOf(data: VocabularyData, coding: string) {
  if (coding === 'test') {
    return data.tests.map((row) => ({
      code: row.slug as string,
      label: { en: row.long_en, de: row.long_de },
      spellings: distinct([row.slug, row.abbr_en, row.abbr_de, row.short_en, row.short_de, row.long_en, row.long_de]),
      place: row.place,
    }));
  }
  if (coding === 'unit') {
    return data.units.map((row) => ({
      code: row.unit,
      label: { en: row.text_en, de: row.text_de },
      spellings: [row.unit.toLowerCase()],
      place: row.place,
    }));
  }
  return data.codes
    .filter((row) => row.coding === coding)
    .map((row) => ({
      code: row.code,
      label: { en: row.label_en, de: row.label_de },
      spellings: row.spellings.split('|'),
      place: row.place,
    }));
}

function distinct(texts: string[]): string[] {
  return [...new Set(texts.map((text) => text.toLowerCase()))];
}
