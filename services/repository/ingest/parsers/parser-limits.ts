import { parserMemoryBytes, parserSeconds } from '@domain/limits';

/** Bounds within which a file of Excel or SPSS is read. */
export interface ParserLimits {
  /** Time that every file has, and time per 100 MB of it. */
  leastMilliseconds: number;
  millisecondsPer100Mb: number;
  /** Resident memory of the child process above which it is ended. */
  memoryBytes: number;
  /** Visible sheets of a workbook. */
  sheets: number;
  /** Filled cells of a file. */
  cells: number;
  /** Entries of a zip. */
  zipEntries: number;
  /** Size of all entries of a zip, unpacked. */
  unzippedBytes: number;
  /** Unpacked size over packed size of one entry; looked at from `ratioFromBytes` on. */
  zipRatio: number;
  ratioFromBytes: number;
}

/** Time for 100 MB of a file, compared with the time that every file has. */
const timesPer100Mb = 3;

/**
 * Bounds by the settings of the house. Measured: 100 MB of xlsx, 18 million cells, take 35 s of one
 * processor, more on a busy machine. The cells are a sheet of Excel's full height with 95 columns. Sheets
 * of numbers shrink to a tenth or a fortieth; deflate's own limit, which a bomb comes close to, is 1032.
 */
export function limitsOf(settings: { parserSeconds: number; parserMemoryBytes: number }): ParserLimits {
  return {
    leastMilliseconds: settings.parserSeconds * 1000,
    millisecondsPer100Mb: settings.parserSeconds * timesPer100Mb * 1000,
    memoryBytes: settings.parserMemoryBytes,
    sheets: 100,
    cells: 100_000_000,
    zipEntries: 10_000,
    unzippedBytes: 8 * 1024 ** 3,
    zipRatio: 200,
    ratioFromBytes: 20 * 1024 ** 2,
  };
}

/** Bounds where nothing is set. */
export const parserLimits = limitsOf({ parserSeconds, parserMemoryBytes });
