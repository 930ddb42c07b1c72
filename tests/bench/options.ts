import { parseArgs } from 'node:util';

const defaultUploadMegabytes = 200;

/** What a run measures with. */
export interface BenchOptions {
  /** Size of the file that is uploaded, in bytes. */
  uploadBytes: number;
}

/** Reads the command line: `--upload-megabytes <n>` (1 MB = 2^20 bytes). */
export function readOptions(args: string[]): BenchOptions {
  const { values } = parseArgs({ args, options: { 'upload-megabytes': { type: 'string' } } });
  const megabytes = Number(values['upload-megabytes'] ?? defaultUploadMegabytes);
  if (!Number.isInteger(megabytes) || megabytes < 1) {
    throw new Error('--upload-megabytes takes a whole number of at least 1.');
  }
  return { uploadBytes: megabytes * 2 ** 20 };
}
