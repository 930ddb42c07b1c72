import { FileFailure } from '../file-failure';
import type { ByteReader } from './byte-reader';
import { BytecodeCases, PlainCases, type CaseCutter } from './case-data';
import type { SavHeader } from './header';
import { openPackedData } from './zlib-blocks';

/** The data part of a file: pieces of it, and what makes cases of them. */
interface CaseData {
  pieces: AsyncIterable<Buffer>;
  cutter: CaseCutter;
}

/**
 * Opens the data, at whose start the reader stands.
 *
 * @param positions length of a case in 8 bytes
 * @param caseCount as the file tells it; null when it does not
 * @throws FileFailure `damaged`, also when so many cases cannot be in the data
 */
export async function openCases(
  reader: ByteReader,
  { order, compression, bias }: SavHeader,
  positions: number,
  caseCount: number | null,
): Promise<CaseData> {
  const packed = compression === 'zlib' ? await openPackedData(reader, order) : null;
  const bytes = packed ? packed.bytes : reader.remaining;
  const leastCaseBytes = compression === 'none' ? positions * 8 : positions;
  if ((caseCount ?? 0) * leastCaseBytes > bytes) throw new FileFailure('damaged');
  return {
    pieces: packed ? packed.pieces() : reader.rest(),
    cutter: compression === 'none' ? new PlainCases(positions) : new BytecodeCases(positions, order, bias),
  };
}

/**
 * Hands over the cases one after the other; their bytes are valid until the next one. A promise that comes
 * back is awaited.
 *
 * @throws FileFailure `damaged` when the data ends within a case or there are more or fewer than told
 */
export async function readCases(
  { pieces, cutter }: CaseData,
  caseCount: number | null,
  signal: AbortSignal,
  take: (bytes: Buffer) => void | Promise<void>,
): Promise<void> {
  let count = 0;
  for await (const piece of pieces) {
    signal.throwIfAborted();
    cutter.feed(piece);
    while (cutter.next()) {
      count += 1;
      if (caseCount !== null && count > caseCount) throw new FileFailure('damaged');
      const taken = take(cutter.bytes);
      if (taken) await taken;
    }
  }
  const isComplete = caseCount === null ? !cutter.isWithinCase : count === caseCount;
  if (!isComplete) throw new FileFailure('damaged');
}
