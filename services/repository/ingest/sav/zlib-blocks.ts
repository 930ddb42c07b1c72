import { promisify } from 'node:util';
import { inflate } from 'node:zlib';

import { FileFailure } from '../file-failure';
import type { ByteOrder } from './byte-order';
import type { ByteReader } from './byte-reader';

const inflateBytes = promisify(inflate);

const headerBytes = 24;
const trailerBytes = 24;
const entryBytes = 24;
/** SPSS packs 4 MiB at a time. */
const maxBlockBytes = 16 * 1024 * 1024;
/** What a block that cannot be packed takes more. */
const packingOverhead = 64 * 1024;

interface Block {
  packed: number;
  unpacked: number;
}

/** Data of a zsav file in packed blocks. */
export interface PackedData {
  /** Length of all blocks, unpacked. */
  bytes: number;
  pieces(): AsyncGenerator<Buffer>;
}

/**
 * Reads the list of blocks at the end of the file and checks that they fill the room between dictionary and
 * list. The reader stands at the start of the data.
 *
 * @throws FileFailure `damaged`; `pieces` does when a block does not unpack to the length in the list
 */
export async function openPackedData(reader: ByteReader, order: ByteOrder): Promise<PackedData> {
  const start = reader.position;
  const header = await reader.take(headerBytes);
  const [headerAt, trailerAt, trailerLength] = [0, 8, 16].map((at) => order.int64(header, at));
  const isWhole = headerAt === start && trailerAt! + trailerLength! === reader.size;
  const blockCount = (trailerLength! - trailerBytes) / entryBytes;
  if (!isWhole || !Number.isInteger(blockCount) || blockCount < 0) throw new FileFailure('damaged');

  const trailer = await reader.takeAt(trailerAt!, trailerLength!);
  if (order.int32(trailer, 20) !== blockCount) throw new FileFailure('damaged');
  const blocks = Array.from({ length: blockCount }, (_, i) => readBlock(trailer, i, order));
  const packed = blocks.reduce((sum, block) => sum + block.packed, 0);
  if (packed !== trailerAt! - reader.position) throw new FileFailure('damaged');
  return { bytes: blocks.reduce((sum, block) => sum + block.unpacked, 0), pieces: () => unpack(reader, blocks) };
}

function readBlock(trailer: Buffer, index: number, order: ByteOrder): Block {
  const at = trailerBytes + index * entryBytes;
  const [unpacked, packed] = [order.int32(trailer, at + 16), order.int32(trailer, at + 20)];
  const isUsual = unpacked >= 0 && unpacked <= maxBlockBytes && packed > 0;
  if (!isUsual || packed > maxBlockBytes + packingOverhead) throw new FileFailure('damaged');
  return { packed, unpacked };
}

/** The next block unpacks on another thread while the last one is read. */
async function* unpack(reader: ByteReader, blocks: Block[]): AsyncGenerator<Buffer> {
  let coming: Promise<Buffer> | null = null;
  for (const block of blocks) {
    const ready: Promise<Buffer> | null = coming;
    coming = unpackBlock(await reader.keep(block.packed), block.unpacked);
    // Its failure is told when its turn comes, which is never when the block before it is refused.
    coming.catch(() => undefined);
    if (ready) yield await ready;
  }
  if (coming) yield await coming;
}

async function unpackBlock(packed: Buffer, length: number): Promise<Buffer> {
  const bytes = await inflateBytes(packed, { maxOutputLength: Math.max(1, length) }).catch(() => null);
  if (bytes?.length !== length) throw new FileFailure('damaged');
  return bytes;
}
