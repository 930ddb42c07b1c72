/**
 * The numbered points in a typed text: its paragraphs, which empty lines divide. A number that somebody typed before a
 * point is left out if it is that of the point, because lists show it, too.
 */
export function pointsOf(text: string): string[] {
  return text
    .replace(/\r\n?/g, '\n')
    .split(/\n[^\S\n]*\n/)
    .map((point) => point.trim())
    .filter((point) => point !== '')
    .map((point, index) => point.replace(new RegExp(`^${index + 1}[.)]\\s+(?=\\S)`), ''));
}
