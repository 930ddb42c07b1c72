/** An option of a target select. */
export interface FoundTarget {
  value: string;
  label: string;
  group: string;
}

/**
 * The options whose label or group contains every typed word, in the order of the select. Case, accents and German
 * umlauts make no difference. Without words, all options.
 */
export function findTargets<Target extends FoundTarget>(targets: readonly Target[], typed: string): Target[] {
  const words = plain(typed).split(/\s+/).filter(Boolean);
  return targets.filter(({ label, group }) => {
    const text = plain(`${label} ${group}`);
    return words.every((word) => text.includes(word));
  });
}

/** The option that is meant first: one whose label begins with what was typed, otherwise the first. */
export function bestTarget<Target extends FoundTarget>(found: readonly Target[], typed: string): Target | undefined {
  return found.find(({ label }) => plain(label).startsWith(plain(typed))) ?? found[0];
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/ä/g, 'ae')
    .replace(/ö/g, 'oe')
    .replace(/ü/g, 'ue')
    .replace(/ß/g, 'ss')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .trim();
}
