/**
 * An age of years and months in one cell, its only two numbers: '9;6', '9;06 J.', '9 J. 6 M.', '9 Jahre und 6 Monate',
 * '9y 6m'. The months are 0 to 11. RE2 and JavaScript read the pattern alike; it is applied to texts in
 * lower case.
 */
export const yearsAndMonths =
  '\\d{1,3}(?:\\s*;\\s*(?:0?\\d|1[01])(?:\\s*(?:jahren?|jahre|j\\.?|years?|y\\.?))?' +
  '|\\s*(?:jahren?|jahre|j\\.?|years?|yrs?\\.?|y\\.?)[\\s,;]*(?:(?:und|u\\.|and|&)\\s*)?(?:0?\\d|1[01])' +
  '\\s*(?:monaten?|monate?|mon\\.?|months?|mths?\\.?|mos?\\.?|m\\.?))';

const wholeText = new RegExp(`^${yearsAndMonths}$`);

/** Years and months of an age such as '9;6' or '9 J. 6 M.'; null for other texts. */
export function yearsAndMonthsIn(text: string): { years: number; months: number } | null {
  const plain = text.trim().toLowerCase();
  if (!wholeText.test(plain)) return null;
  const [years = 0, months = 0] = (plain.match(/\d+/g) ?? []).map(Number);
  return { years, months };
}
