import type { DecodeText } from './encodings';
import type { Reading, SavColumn, Segment } from './sav-column';

const blank = 0x20;

/** Text of bytes without the blanks and NULs that fill it up on the right. */
export function trimmedText(bytes: Buffer, decode: DecodeText): string {
  return decode(bytes, 0, trimmedEnd(bytes, 0, bytes.length));
}

/**
 * Makes the reader of cases: bytes of a case in, cells out. System-missing numbers and empty strings are
 * null; so are the infinite numbers, which SPSS does not know.
 */
export function makeRowReader(
  columns: SavColumn[],
  { order, decode, special }: Reading,
): (bytes: Buffer) => (string | null)[] {
  const { little } = order;
  const { systemMissing } = special;
  const starts = columns.map(({ segments }) => segments[0]!.start);
  const lengths = columns.map(({ segments }) => segments[0]!.length);
  const writers = columns.map(({ write }) => write);
  const veryLong = columns.map(({ segments }) => (segments.length > 1 ? segments : null));

  return (bytes) => {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const cells = new Array<string | null>(columns.length);
    for (let i = 0; i < cells.length; i += 1) {
      const write = writers[i]!;
      const start = starts[i]!;
      if (write) {
        const number = view.getFloat64(start, little);
        const isMissing = number === systemMissing || number === -Number.MAX_VALUE || !Number.isFinite(number);
        cells[i] = isMissing ? null : write(number);
      } else if (veryLong[i]) {
        cells[i] = trimmedText(join(bytes, veryLong[i]!), decode) || null;
      } else {
        const end = trimmedEnd(bytes, start, start + lengths[i]!);
        cells[i] = end === start ? null : decode(bytes, start, end);
      }
    }
    return cells;
  };
}

function trimmedEnd(bytes: Buffer, start: number, end: number): number {
  let last = end;
  while (last > start && (bytes[last - 1] === blank || bytes[last - 1] === 0)) last -= 1;
  return last;
}

/** Characters of several bytes go over the ends of segments, so bytes are joined, not texts. */
function join(bytes: Buffer, segments: Segment[]): Buffer {
  return Buffer.concat(segments.map(({ start, length }) => bytes.subarray(start, start + length)));
}
