/** At least two codes with their meanings, as a codebook writes them: '1 = männlich, 2 = weiblich', 'B: Bub; M: Mädel'. */
const signs = ['=', ':'] as const;
/** Longer texts are no codes and no labels of them. Own estimates. */
const longest = { code: 30, label: 60 };

/** Meanings of codes that a text explains: code -> label. Empty if it explains fewer than two. */
export function readValueLabels(text: string): Record<string, string> {
  for (const sign of signs) {
    const parts = text
      .split(/[,;|()[\]\n]/)
      .map((part) => part.split(sign).map((side) => side.trim()))
      .filter((sides): sides is [string, string] => isExplanation(sides));
    const labels = Object.fromEntries(parts);
    if (Object.keys(labels).length > 1) return labels;
  }
  return {};
}

function isExplanation([code = '', label = '', ...others]: string[]): boolean {
  const isShort = code.length <= longest.code && label.length <= longest.label;
  return others.length === 0 && code !== '' && /\p{L}/u.test(label) && isShort;
}
