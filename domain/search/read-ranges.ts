import type { Range } from './ranges';

/** What a reader found at the beginning of a text, and how many characters it took. */
export interface Reading<Found> {
  found: Found;
  length: number;
}

/** Years that a search term may contain (spec section 9). */
export const firstYear = 1950;
export const lastYear = 2099;
/** Own estimate: nobody is tested at a higher age. */
const oldestAge = 120;

const end = String.raw`(?=$|[\s,.)]|[;:!?])`;
const dash = String.raw`\s*(?:-|–|—|/|\bto\b|\bbis\b|\bund\b|\band\b|\buntil\b)\s*`;
const year = String.raw`(\d{4})`;
const age = String.raw`(\d{1,3})`;
const years = String.raw`(?:\s*-?\s*(?:years?[\s-]olds?|years?(?:\s+of\s+age)?|yrs?|y|jährige[nrsm]?|jaehrige[nrsm]?|jahre?n?|j)\b\.?(?:\s+alt\b)?)`;
const ageWord = String.raw`(?:ages?|aged|alter|im alter von|altersgruppe)\s*:?\s*`;

const pattern = (source: string) => new RegExp(`^(?:${source})${end}`, 'iu');

/** Each with the years or ages of its groups. The first that fits counts. */
const yearPatterns: [RegExp, (one: number, two: number) => Range | null][] = [
  [pattern(String.raw`(?:(?:from|von|zwischen|between)\s+)?${year}${dash}${year}`), (a, b) => ordered(a, b)],
  // '2009/10': the second year of a school year.
  [pattern(String.raw`${year}\s*/\s*(\d{2})`), (a, b) => (b === (a + 1) % 100 ? ordered(a, a + 1) : null)],
  [pattern(String.raw`(?:since|from|seit|ab)\s+${year}`), (a) => ordered(a, lastYear)],
  [pattern(String.raw`(?:after|nach)\s+${year}`), (a) => ordered(a + 1, lastYear)],
  [pattern(String.raw`(?:until|till|up to|bis)\s+${year}`), (a) => ordered(firstYear, a)],
  [pattern(String.raw`(?:before|vor)\s+${year}`), (a) => ordered(firstYear, a - 1)],
  [pattern(year), (a) => ordered(a, a)],
];

const agePatterns: [RegExp, (one: number, two: number) => Range | null][] = [
  [pattern(String.raw`(?:${ageWord})?${age}${dash}${age}${years}?`), (a, b) => ordered(a, b)],
  [pattern(String.raw`(?:ab|from|at least|mindestens)\s+${age}${years}`), (a) => ordered(a, oldestAge)],
  [
    pattern(String.raw`(?:over|older than|über|ueber|älter als|aelter als)\s+${age}${years}?`),
    (a) => ordered(a, oldestAge),
  ],
  [
    pattern(String.raw`(?:under|younger than|below|unter|jünger als|juenger als)\s+${age}${years}?`),
    (a) => ordered(0, a - 1),
  ],
  [pattern(String.raw`(?:up to|bis)\s+${age}${years}`), (a) => ordered(0, a)],
  [pattern(String.raw`(\d{2,3})\s?\+`), (a) => ordered(a, oldestAge)],
  [pattern(String.raw`u\s?-?(\d{1,2})`), (a) => ordered(0, a - 1)],
  [pattern(String.raw`ü\s?-?(\d{2})`), (a) => ordered(a, oldestAge)],
  [pattern(String.raw`${ageWord}${age}${years}?`), (a) => ordered(a, a)],
  [pattern(String.raw`${age}${years}`), (a) => ordered(a, a)],
];

function ordered(one: number, two: number): Range | null {
  return one < 0 || two < 0 ? null : { start: Math.min(one, two), end: Math.max(one, two) };
}

/** Years in which data was collected, at the beginning of a text: '2012', '2009-2012', 'since 2010', '2009/10'. */
export function readYears(text: string): Reading<Range> | null {
  return readRange(text, yearPatterns, ({ start, end }) => start >= firstYear && end <= lastYear);
}

/** Ages at the beginning of a text: '6-10', '6 bis 10 Jahre', 'aged 6', 'over 65', '65+', 'U12'. */
export function readAges(text: string): Reading<Range> | null {
  return readRange(text, agePatterns, ({ end }) => end <= oldestAge);
}

function readRange(
  text: string,
  patterns: typeof yearPatterns,
  isPossible: (range: Range) => boolean,
): Reading<Range> | null {
  for (const [form, rangeOf] of patterns) {
    const match = form.exec(text);
    const found = match ? rangeOf(Number(match[1]), Number(match[2])) : null;
    if (match && found && isPossible(found)) return { found, length: match[0].length };
  }
  return null;
}

const namedCode = pattern(
  String.raw`(?:(?:plz|postleitzahl|plz-gebiet|postal code|postcode|zip(?: code)?)\s*:?\s*(?:d-|de-)?|d-|de-)(\d{1,5})(?:x{1,4}|\.{2,3}|…)?`,
);
const bareCode = pattern(String.raw`(\d{5})`);
const loneCode = /^(\d{1,5})(?:x{1,4}|\.{2,3}|…)?$/iu;

/** A German postal code, whole or its beginning: '76131', 'PLZ 76'. A shorter bare number counts only if it is alone. */
export function readPostalCode(text: string, isAlone: boolean): Reading<string> | null {
  const match = namedCode.exec(text) ?? bareCode.exec(text) ?? (isAlone ? loneCode.exec(text) : null);
  return match ? { found: match[1]!, length: match[0].length } : null;
}
