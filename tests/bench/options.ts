import { parseArgs } from 'node:util';

const defaults = { 'upload-megabytes': '200', 'ingest-megabytes': '200,1000' };

/** What a run measures with. */
export interface BenchOptions {
  /** Size of the file that is uploaded, in bytes. */
  uploadBytes: number;
  /** Sizes of the csv files that are read. */
  ingestBytes: number[];
}

/** Reads the command line: `--upload-megabytes <n>`, `--ingest-megabytes <n>,<n>` (1 MB = 2^20 bytes). */
export function readOptions(args: string[]): BenchOptions {
  const option = { type: 'string' } as const;
  const { values } = parseArgs({ args, options: { 'upload-megabytes': option, 'ingest-megabytes': option } });
  const sizes = (name: keyof typeof defaults) =>
    (values[name] ?? defaults[name]).split(',').map((text) => {
      const megabytes = Number(text);
      if (!Number.isInteger(megabytes) || megabytes < 1) {
        throw new Error(`--${name} takes whole numbers of at least 1.`);
      }
      return megabytes * 2 ** 20;
    });
  const [uploadBytes = 0] = sizes('upload-megabytes');
  return { uploadBytes, ingestBytes: sizes('ingest-megabytes') };
}
