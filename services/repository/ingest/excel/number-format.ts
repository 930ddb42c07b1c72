/** What a number format makes of a number, as far as its meaning goes. */
export interface NumberMeaning {
  kind: 'number' | 'date' | 'datetime' | 'time' | 'duration';
  /** Digits that whole numbers are filled up to with zeros: postal codes and ids, '00000'. */
  digits: number;
}

const plainNumber: NumberMeaning = { kind: 'number', digits: 0 };

/**
 * Formats of Excel that files only name by number (ECMA-376 part 1, 18.8.30), as far as they mean dates
 * and times. Those of East Asian editions (27-36, 50-58) are dates.
 */
export function builtInFormat(id: number): string {
  if ((id >= 14 && id <= 17) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)) return 'yyyy-mm-dd';
  if (id >= 18 && id <= 21) return 'hh:mm:ss';
  if (id === 22) return 'yyyy-mm-dd hh:mm';
  if (id === 45 || id === 47) return 'mm:ss';
  return id === 46 ? '[h]:mm:ss' : 'General';
}

const known = new Map<string, NumberMeaning>();

/** Meaning of a format code such as 'dd.mm.yyyy', '[h]:mm:ss', '00000', '0.00%'. */
export function readNumberFormat(code: string): NumberMeaning {
  const found = known.get(code);
  if (found) return found;
  const meaning = interpret(code);
  known.set(code, meaning);
  return meaning;
}

function interpret(code: string): NumberMeaning {
  const bare = firstSection(code)
    .replace(/"[^"]*"?|\\.|[_*]./gs, '')
    .toLowerCase();
  if (bare.includes('general')) return plainNumber;
  if (/\[(h+|m+|s+)\]/.test(bare)) return { kind: 'duration', digits: 0 };
  const signs = bare.replace(/\[[^\]]*\]/g, '').trim();
  if (/^0{2,}$/.test(signs)) return { kind: 'number', digits: signs.length };
  const letters = signs.replace(/am\/pm|a\/p/g, 'h');
  // A zero stands in dates only for fractions of seconds, behind the letters.
  const isNumber = !/[ymdhs]/.test(letters) || /[#?%@]/.test(letters) || /^[^ymdhs]*0/.test(letters);
  if (isNumber) return plainNumber;
  const hasTime = /[hs]/.test(letters);
  const hasDate = /[yd]/.test(letters) || !hasTime;
  return { kind: hasDate ? (hasTime ? 'datetime' : 'date') : 'time', digits: 0 };
}

/** Formats of positive numbers, negative ones, zero and text stand between semicolons. */
function firstSection(code: string): string {
  return /^(?:"[^"]*"?|\\.|[^;"\\])*/s.exec(code)?.[0] ?? '';
}
