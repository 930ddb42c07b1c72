/** A longer text is no number, in files as in the check. */
export const maxNumberCharacters = 100;
/** Larger values are no numbers, so that squares of numbers and their sums are finite. Excludes infinity and 'nan'. */
export const largestNumber = '1e100';

/** Dashes and minus signs that mean '-'. */
export const dashes = '\u2010\u2011\u2012\u2013\u2014\u2212\ufe63\uff0d';

/** Kinds of space other than the plain one. */
export const spaces = '\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u3000';

// Cells that hold two values, as regular expressions that RE2 and JavaScript read alike. They are applied to texts in
// lower case, with every dash as '-'.

const years =
  '(?:[\\s-]*(?:jahren?|jahre|j\\.?|j[äa]hrigen?|j[äa]hrige[rn]?|years?|yrs?\\.?|y\\.?)(?:\\s*(?:alt|old|of age))?)?';
/** An age in years, or in years and months: '6', '6.5', '6,5', '6;11'. */
const age = '(\\d{1,3}(?:[.,]\\d{1,2})?|\\d{1,3};\\d{1,2})';

/** Units of targets whose cells may be such ages. */
export const ageUnits = ['a', 'mo'];

/** The number of a trial with its word: '1. Versuch', 'Versuch 1', 'V1', '2nd trial', 'T2'. Its only number is that. */
export const numberedTrial =
  '(?:(?:versuch|vers|trial|attempt|try|run|durchgang|durchlauf|lauf|runde|dg|v|t)\\.?\\s*(?:nr\\.?|no\\.?)?\\s*[1-9]\\d?\\.?' +
  '|[1-9]\\d?\\s*(?:\\.|st|nd|rd|th|ter|te)?\\s*(?:versuch|vers|trial|attempt|try|run|durchgang|durchlauf|lauf|runde|dg|v)\\.?)';

/** Ages of a group in one cell. Each pattern has the groups that its name says. */
export const agePatterns = {
  /** '6-7', '6 bis 7 Jahre', '6;0-6;11'. */
  fromTo: `^(?:age[ds]?|alter)?\\s*${age}${years}\\s*(?:-|bis|to|und|and)\\s*${age}${years}$`,
  /** '6 to under 7', '12 bis unter 13 Jahre': the second one is not reached. */
  fromToUnder: `^(?:age[ds]?|alter)?\\s*${age}${years}\\s*(?:-|bis|to|und|and)\\s*(?:unter|under|<)\\s*(\\d{1,3})${years}$`,
  /** '6', '6 Jahre', '6-Jährige'. */
  single: `^(?:age[ds]?|alter)?\\s*${age}${years}$`,
  /** 'ab 18', '18+', '18 und älter'. */
  from: `^(?:(?:ab|from|≥|>=)\\s*)?${age}${years}\\s*(?:\\+|(?:und|u\\.|and)\\s*(?:älter|mehr|older|over|above))?$`,
  /** 'bis 10', 'up to 10'. */
  upTo: `^(?:bis|up to|≤|<=)\\s*${age}${years}$`,
  /** 'U8', 'unter 8', 'under 8'. */
  under: `^(?:u|unter|under|<)[\\s-]*(\\d{1,3})${years}$`,
} as const;

/** Words for groups of all ages. */
export const allAges = [
  'alle',
  'gesamt',
  'insgesamt',
  'zusammen',
  'summe',
  'all',
  'total',
  'overall',
  'sum',
  'alle altersgruppen',
  'alle altersstufen',
  'alle altersklassen',
  'alle jahrgänge',
  'alle alter',
  'alle kinder',
  'alle personen',
  'all ages',
  'all age groups',
  'all children',
  'all persons',
];

/** Also with thousands separators: 1.052 or 1 052,5. */
const plain = "([+-]?(?:\\d+(?:[.,]\\d+)?|\\d{1,3}(?:[ .,'’]\\d{3})+(?:[.,]\\d+)?))";
const letters = 'a-zäöü/²';

/** Of white space and what may follow it, no two parts may stand side by side: tried against each other, they never end. */
const unitAfter = (letter: string) => `\\s*(?:[${letter}]{1,8}\\.?\\s*)?`;

/**
 * Mean and standard deviation in one cell: '125,7 ± 19,3', '125.7 (19.3)', '125.7 cm (SD = 19.3)'. A percentage in
 * brackets is a share or a level: '125,7 (95%)'.
 */
export const meanWithDeviation =
  `^${plain}${unitAfter(`${letters}%`)}(?:(?:±|\\+/-|\\+-)\\s*|\\(\\s*(?:(?:±|\\+/-)\\s*)?(?:sd?\\s*)?(?:[=:]\\s*)?)` +
  `${plain}(?:\\s*%|${unitAfter(letters)}\\)?)$`;

/** Minutes and seconds, optionally with hours before or decimals after them. Its groups are these three. */
export const clockTime = '(?:(\\d{1,2}):)?(\\d{1,3}):([0-5]?\\d(?:[.,]\\d+)?)';
/** Units in which a clock time makes sense, unlike ms or m/s. */
export const clockUnits = ['s', 'min'];

/** Numbers often used for a missing value, source: domain facts, 2.3. */
export const missingValueCodes = [88, 99, 999, 9999, -9, -99, -999];
