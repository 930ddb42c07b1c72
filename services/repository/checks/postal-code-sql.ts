import { sqlText } from '../context/table-engine';
import { codeSql, missingSql } from './cell-sql';
import type { CheckedColumn, MissingCodes } from './checked-table';

/** Country of a postal code where the file names none. */
export const defaultCountry = 'DE';
/** Countries with codes of four or five digits (Universal Postal Union; from knowledge). */
const fourDigits = ['AT', 'AU', 'BE', 'BG', 'CH', 'CY', 'DK', 'HU', 'LI', 'LU', 'LV', 'NO', 'NZ', 'SI'];
const fiveDigits = ['DE', 'EE', 'ES', 'FI', 'FR', 'HR', 'IT', 'LT', 'MC', 'MX', 'SM', 'TR', 'UA', 'US', 'VA'];
/** Germany has no code below or above. */
const german = { first: '01001', last: '99998' };

/** Digits with or without the letters of a country, with x or * for digits that are left out. */
const masked = '(?:[A-Za-z]{1,2}[- ]?)?([0-9]{2,5})[xX*]{0,3}';
/** A code of any country: letters and digits, at least one of them a digit. */
const anyCode = sqlText('[A-Za-z0-9][A-Za-z0-9 -]{1,9}');

/** Code of the country of a row. */
export function countrySql(country: CheckedColumn | null, missing: MissingCodes): string {
  if (!country) return sqlText(defaultCountry);
  return `coalesce(case when not ${missingSql(country, missing)} then ${codeSql(country)} end, ${sqlText(defaultCountry)})`;
}

/** A German code that lost its leading zero when it was read as a number, with the zero; otherwise NULL. */
export function restoredZeroSql(value: string, country: string): string {
  return `case when ${country} = 'DE' and regexp_full_match(${value}, '[1-9][0-9]{3}') then '0' || ${value} end`;
}

/** Digits of a postal code with its leading zero; NULL for any other text. */
export function postalDigitsSql(value: string, country: string): string {
  const digits = `nullif(regexp_extract(${value}, ${sqlText(`^${masked}$`)}, 1), '')`;
  return `coalesce(${restoredZeroSql(value, country)}, ${digits})`;
}

/** Whether a text is a postal code of its country, whole or with x for its last digits. */
export function isPostalCodeSql(value: string, country: string): string {
  const digits = `regexp_extract(${value}, ${sqlText(`^${masked}$`)}, 1)`;
  const full = `length(regexp_replace(${value}, '^[A-Za-z]{1,2}[- ]?', ''))`;
  const isGerman = `(length(${digits}) < 5 or ${digits} between '${german.first}' and '${german.last}')`;
  return `case when ${country} = 'DE' then ${digits} <> '' and ${full} = 5 and ${isGerman}
    when ${listSql(fiveDigits)} then ${digits} <> '' and ${full} = 5
    when ${listSql(fourDigits)} then ${digits} <> '' and ${full} = 4
    else regexp_full_match(${value}, ${anyCode}) and regexp_matches(${value}, '[0-9]') end`;

  function listSql(countries: string[]): string {
    return `${country} in (${countries.map(sqlText).join(', ')})`;
  }
}

/** Whether a text is only the beginning of a German code, as people publish it. */
export function isAreaSql(value: string): string {
  return `regexp_full_match(${value}, '[0-9]{2,3}')`;
}
