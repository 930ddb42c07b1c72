import { cutUtf8 } from '../../row-formats/sav-variable';

const maxNameBytes = 64;
/** Words that SPSS does not accept as names. */
const reserved = new Set(['ALL', 'AND', 'BY', 'EQ', 'GE', 'GT', 'LE', 'LT', 'NE', 'NOT', 'OR', 'TO', 'WITH']);

/**
 * Names of columns as SPSS accepts them: at most 64 bytes, of letters, digits, `_`, `.`, `$`, `#` and `@`, beginning with
 * a letter, not ending with a point, no reserved word, and different in capitals.
 */
export function savNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const wanted = acceptable(name);
    let free = wanted;
    for (let n = 2; taken.has(free.toUpperCase()); n += 1) {
      const suffix = `_${n}`;
      free = cutUtf8(wanted, maxNameBytes - suffix.length).toString('utf8') + suffix;
    }
    taken.add(free.toUpperCase());
    return free;
  });
}

function acceptable(name: string): string {
  const plain = name.replace(/[^\p{L}\p{N}_.$#@]/gu, '_');
  const begun = /^\p{L}/u.test(plain) ? plain : `v_${plain}`;
  const cut = cutUtf8(begun, maxNameBytes).toString('utf8').replace(/\.+$/, '');
  return reserved.has(cut.toUpperCase()) ? `${cut}_` : cut;
}

/** Name of a variable in its record, of five characters: 'V0001'. Segments of a long string add two more. */
export function shortName(index: number, segment = 0): string {
  const base36 = (number: number, digits: number) => number.toString(36).toUpperCase().padStart(digits, '0');
  return `V${base36(index + 1, 4)}${segment === 0 ? '' : base36(segment, 2)}`;
}
