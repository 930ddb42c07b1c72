/** Reads the numbers of a system file, whose byte order is that of the machine that wrote it. */
export interface ByteOrder {
  little: boolean;
  int32(bytes: Buffer, at: number): number;
  /** As a double: exact up to 2^53, beyond any length or count that can be meant. */
  int64(bytes: Buffer, at: number): number;
  float64(bytes: Buffer, at: number): number;
}

export const littleEndian: ByteOrder = {
  little: true,
  int32: (bytes, at) => bytes.readInt32LE(at),
  int64: (bytes, at) => Number(bytes.readBigInt64LE(at)),
  float64: (bytes, at) => bytes.readDoubleLE(at),
};

export const bigEndian: ByteOrder = {
  little: false,
  int32: (bytes, at) => bytes.readInt32BE(at),
  int64: (bytes, at) => Number(bytes.readBigInt64BE(at)),
  float64: (bytes, at) => bytes.readDoubleBE(at),
};
