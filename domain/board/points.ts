/** The numbered points in a typed text: its paragraphs, which empty lines divide. */
export function pointsOf(text: string): string[] {
  return text
    .replace(/\r\n?/g, '\n')
    .split(/\n[^\S\n]*\n/)
    .map((point) => point.trim())
    .filter((point) => point !== '');
}
