/** Names of months in both languages and their abbreviations, in lower case. */
export const monthNames =
  '(?:jan(?:uary?|uar)?|j[äa]e?n(?:ner)?|feb(?:ruary?|ruar|er)?|m[äa]e?r(?:z|ch)?|mrz|apr(?:il)?|ma[iy]|june?|juni|july?|' +
  'juli|aug(?:ust)?|sept?(?:ember)?|o[kc]t(?:ober)?|nov(?:ember)?|de[zc](?:ember)?)';

/** Numbers of months by the first three letters of their names. */
export const monthNumbers: Record<string, number> = {
  ...{ jan: 1, jän: 1, jae: 1, feb: 2, mar: 3, mär: 3, mae: 3, mrz: 3, apr: 4, mai: 5, may: 5, jun: 6, jul: 7, aug: 8 },
  ...{ sep: 9, okt: 10, oct: 10, nov: 11, dez: 12, dec: 12 },
};

const wholeName = new RegExp(`^(?:${monthNames})\\.?$`);

/** Number of a month that is written as its name or abbreviation in either language ('March', 'Mär.'); null otherwise. */
export function monthOfName(text: string): number | null {
  const name = text.trim().toLowerCase();
  return wholeName.test(name) ? (monthNumbers[name.slice(0, 3)] ?? null) : null;
}
