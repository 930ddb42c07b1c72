/** Widest string of the format, in bytes. */
export const maxStringBytes = 32_767;
/** Longest variable label and value label that SPSS shows, in bytes. */
export const maxLabelBytes = 255;
export const maxValueLabelBytes = 120;
/** Widest string whose values fit into one element of a case. Wider ones have their labels in a record of their own. */
export const shortStringBytes = 8;

/** A variable of an SPSS system file. */
export interface SavVariable {
  /** Long name, see `savNames`. */
  name: string;
  label: string;
  /** Bytes of a string, from 1 to `maxStringBytes`; 0 = number. */
  width: number;
  /** How a number is shown: characters and decimals. */
  shown: { width: number; decimals: number };
  valueLabels: readonly (readonly [value: string, label: string])[];
  level: 'nominal' | 'scale';
}

const segmentBytes = 255;
const countedSegmentBytes = 252;

/**
 * Widths of the variables that hold a string in the file: one, or several for a string of more than 255 bytes. Each but
 * the last has 255 bytes and counts as 252.
 */
export function segmentWidths(width: number): number[] {
  if (width <= segmentBytes) return [width];
  const count = Math.ceil(width / countedSegmentBytes);
  return [...Array<number>(count - 1).fill(segmentBytes), width - (count - 1) * countedSegmentBytes];
}

/** Elements of 8 bytes that a segment takes in a case. */
export function elementsOf(segmentWidth: number): number {
  return Math.max(1, Math.ceil(segmentWidth / 8));
}

/** A text in UTF-8, cut before the character that no longer fits. */
export function cutUtf8(text: string, maxBytes: number): Buffer {
  const bytes = Buffer.from(text, 'utf8');
  if (bytes.length <= maxBytes) return bytes;
  let end = maxBytes;
  // Bytes 10xxxxxx continue a character.
  while (end > 0 && (bytes[end]! & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, end);
}
