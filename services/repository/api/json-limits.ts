/** Largest number of values in a JSON body. The largest mapping has 25,000, the largest metadata 100,000. */
const maxValues = 300_000;
/** Deepest nesting. Our own bodies have five levels. */
const maxDepth = 20;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const opening = [0x5b, 0x7b];
const closing = [0x5d, 0x7d];

/**
 * Whether a JSON text has too many values or is nested too deeply to be parsed safely. Scans only the characters
 * outside strings.
 */
export function exceedsJsonLimits(text: string): boolean {
  let depth = 0;
  let values = 1;
  let at = 0;
  while (at < text.length) {
    const sign = text.charCodeAt(at);
    if (sign === quote) at = endOfString(text, at);
    else if (sign === comma) values += 1;
    else if (opening.includes(sign)) {
      depth += 1;
      values += 1;
    } else if (closing.includes(sign)) depth -= 1;
    if (depth > maxDepth || values > maxValues) return true;
    at += 1;
  }
  return false;
}

/** Position of the quote that ends the string beginning at `start`. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === quote) return at;
    if (sign === backslash) at += 1;
  }
  return text.length;
}
