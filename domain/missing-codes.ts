/** The codes of missing values in one text: '-9; 99', '-9, NA'. A comma without a blank is a decimal one. */
export function splitMissingCodes(text: string): string[] {
  return text
    .split(/[;,]\s+|;/)
    .map((code) => code.trim().replace('−', '-'))
    .filter((code) => code !== '');
}
