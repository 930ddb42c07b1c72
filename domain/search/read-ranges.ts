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

/** Not in the middle of a word or number. */
const end = String.raw`(?![\p{L}\p{N}\p{M}*+%])(?![-–—/.:]\p{N})(?![-–—]\p{L})`;
const line = '[-‐‑‒–—−/]';
const dash = String.raw`\s*(?:${line}|-?\s*\b(?:to|bis|und|and|until)\b)\s*`;
const between = String.raw`(?:(?:from|von|zwischen|between)\s+)?`;
const year = String.raw`(\d{4})`;
const yearWord = String.raw`(?:schuljahre?n?|school\s+years?|jahre?n?|years?)\s*:?\s*`;
const inYears = String.raw`(?:(?:(?:im|in|of|aus)\s+(?:(?:den|the)\s+)?)?${yearWord})?`;
const theYear = String.raw`(?:(?:(?:dem|the)\s+)?${yearWord})?`;
const age = String.raw`(\d{1,3})`;
const years = String.raw`(?:\s*-?\s*(?:years?[\s-]olds?|years?(?:\s+of\s+age)?|yrs?|yo|y|jährig(?:e[nrsm]?)?|jaehrig(?:e[nrsm]?)?|jahre?n?|j)\b\.?(?:\s+alt\b)?)`;
const ageWord = String.raw`(?:ages?|aged|age\s+(?:range|group)|alter|im\s+alter\s+von|altersgruppe|altersbereich|altersspanne)\s*:?\s*`;
const month =
  '(?:jan|feb|mär|mar|mrz|apr|mai|may|jun|jul|aug|sep|okt|oct|nov|dez|dec)(?:uar|ruar|uary|ruary|z|ch|il|i|e|y|ust|t|tember|ober|ember)?';
/** Ages of three to eighteen years in words. */
const ageWords: Readonly<Record<string, number>> = Object.fromEntries(
  [
    'drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn',
    'three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen',
  ].flatMap((words) => words.split(' ').map((word, index) => [word, index + 3])),
);
// The longer words first: 'achtzehn' begins with 'acht'.
const anyAge = `(\\d{1,3}|${Object.keys(ageWords).sort().reverse().join('|')})`;
const theAge = String.raw`(?:the\s+age\s+of\s+)?`;

const pattern = (source: string) => new RegExp(`^(?:${source})${end}`, 'iu');

/** Each with the years or ages of its groups. The first that fits counts. */
const yearPatterns: [RegExp, (one: number, two: number) => Range | null][] = [
  [pattern(`${inYears}${between}${year}${dash}${year}`), (a, b) => ordered(a, b)],
  [pattern(String.raw`${inYears}${year}\s?${line}\s?(\d{2})`), shortRange],
  [pattern(String.raw`(?:(?:since|from|seit|ab)\s+${theYear}|(?:>=|≥)\s*)${year}`), (a) => ordered(a, lastYear)],
  [pattern(String.raw`${year}\s?(?:\+|[-–](?!\S))`), (a) => ordered(a, lastYear)],
  [
    pattern(String.raw`${year}\s+(?:(?:or|and|oder|und)\s+(?:later|after|später|spaeter)|onwards?)`),
    (a) => ordered(a, lastYear),
  ],
  [pattern(String.raw`(?:(?:after|nach)\s+${theYear}|>\s*)${year}`), (a) => ordered(a + 1, lastYear)],
  [pattern(String.raw`(?:(?:until|till|up\s+to|bis)\s+${theYear}|(?:<=|≤)\s*)${year}`), (a) => ordered(firstYear, a)],
  [pattern(String.raw`(?:(?:before|vor)\s+${theYear}|<\s*)${year}`), (a) => ordered(firstYear, a - 1)],
  [pattern(String.raw`${year}(?:s|er)(?:\s+(?:jahre?n?|years))?`), (a) => (a % 10 === 0 ? ordered(a, a + 9) : null)],
  [pattern(String.raw`${year}-\d{2}-\d{2}`), (a) => ordered(a, a)],
  [pattern(String.raw`(?:\d{1,2}\.\s?)?(?:\d{1,2}[./]|${month}\.?)\s?${year}`), (a) => ordered(a, a)],
  [pattern(`${inYears}${year}`), (a) => ordered(a, a)],
];

const agePatterns: [RegExp, (one: number, two: number) => Range | null][] = [
  [pattern(`(?:${ageWord})?${between}${age}${dash}${age}${years}?`), (a, b) => ordered(a, b)],
  [
    pattern(
      String.raw`(?:${ageWord})?${age}(?:${years})?\s+(?:and|und|or|oder)\s+(?:older|over|above|älter|aelter|mehr)`,
    ),
    (a) => ordered(a, oldestAge),
  ],
  [
    pattern(
      String.raw`(?:${ageWord})?(?:ab|from|at\s+least|mindestens|over|older\s+than|über|ueber|älter\s+als|aelter\s+als)\s+${theAge}${age}s?${years}?`,
    ),
    (a) => ordered(a, oldestAge),
  ],
  [pattern(String.raw`(?:>=?|≥)\s*${age}${years}?`), (a) => ordered(a, oldestAge)],
  [
    pattern(
      String.raw`(?:${ageWord})?(?:under|younger\s+than|below|unter|jünger\s+als|juenger\s+als)\s+${theAge}${age}s?${years}?`,
    ),
    (a) => ordered(0, a - 1),
  ],
  [pattern(String.raw`<\s*${age}${years}?`), (a) => ordered(0, a - 1)],
  [
    pattern(String.raw`(?:(?:up\s+to|bis)\s+${theAge}${age}${years}|(?:<=|≤)\s*${age}${years}?)`),
    (a, b) => ordered(0, a || b),
  ],
  [pattern(String.raw`(\d{2,3})(?:\s?\+|\s+plus)`), (a) => ordered(a, oldestAge)],
  [pattern(String.raw`u\s?-?(\d{1,2})`), (a) => ordered(0, a - 1)],
  [pattern(String.raw`(?:ü|ue)\s?-?(\d{2})`), (a) => ordered(a, oldestAge)],
  [pattern(`${ageWord}${age}${years}?`), (a) => ordered(a, a)],
  [pattern(`${anyAge}${years}`), (a) => ordered(a, a)],
  [pattern(`${between}${anyAge}${dash}${anyAge}${years}`), (a, b) => ordered(a, b)],
];

/** '2009/10' and '2009-12' are ranges of years, '2012-05' is a month. */
function shortRange(start: number, digits: number): Range | null {
  const end = start - (start % 100) + digits + (digits === 0 ? 100 : 0);
  if (end > start) return ordered(start, end);
  return digits >= 1 && digits <= 12 ? ordered(start, start) : null;
}

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
    const found = match ? rangeOf(numberIn(match[1]), numberIn(match[2])) : null;
    if (match && found && isPossible(found)) return { found, length: match[0].length };
  }
  return null;
}

function numberIn(written = '0'): number {
  return ageWords[written.toLowerCase()] ?? Number(written);
}

const rest = String.raw`(?:x{1,4}|\.{2,3}|…|\*)`;
const namedCode = pattern(
  String.raw`(?:(?:(?:plz|postleitzahl(?:en)?)(?:[\s-]*(?:gebiet|bereich|region|raum))?|(?:postal code|postal area|postcode|zip(?: code)?)(?: area)?)\s*:?\s*(?:d-|de-)?|d-|de-)(\d{1,5})${rest}?`,
);
const markedCode = pattern(String.raw`(\d{1,3})${rest}`);
const bareCode = pattern(String.raw`(\d{5})`);
const loneCode = new RegExp(String.raw`^(\d{1,5})${rest}?$`, 'iu');

/**
 * A postal code, whole or its beginning: '76131', 'PLZ 76', '76…'. A shorter bare number counts only if it is
 * alone. A bare number may just as well be a word of a title (`isBare`).
 */
export function readPostalCode(text: string, isAlone: boolean): Reading<{ code: string; isBare: boolean }> | null {
  const marked = namedCode.exec(text) ?? markedCode.exec(text);
  const match = marked ?? bareCode.exec(text) ?? (isAlone ? loneCode.exec(text) : null);
  return match ? { found: { code: match[1]!, isBare: !marked }, length: match[0].length } : null;
}
