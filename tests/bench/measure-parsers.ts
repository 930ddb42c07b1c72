import { stat } from 'node:fs/promises';
import path from 'node:path';

import type { ServerProcess } from '../e2e/support/server-process';
import { watchChildren } from '../support/watch-children';
import { scanBytes, scanWorkbook } from './bare-parsers';
import { timeIngest } from './measure-upload';
import { writeSampleSav, writeSampleWorkbook } from './sample-files';

const workbookRows = 50_000;
/** With 20 columns: a million values. */
const savRows = 50_000;

/** A file read by the parser child. Times in milliseconds; memory in bytes, null if unknown. */
export interface ParserFigures {
  what: string;
  fileBytes: number;
  /** From the stored upload to the readable table. */
  ingest: number;
  baseline: string;
  scan: number;
  childBytes: number | null;
}

/** Uploads a workbook of 50,000 rows and an SPSS file with a million values, and waits until they are read. */
export async function measureParsers(server: ServerProcess, folder: string): Promise<ParserFigures[]> {
  const workbook = path.join(folder, 'sample.xlsx');
  await writeSampleWorkbook(workbook, workbookRows);
  const sav = path.join(folder, 'sample.sav');
  await writeSampleSav(sav, savRows);
  return [
    await measure(server, workbook, {
      what: 'xlsx of 50,000 rows',
      baseline: 'bare unzip and scan',
      scan: scanWorkbook,
    }),
    await measure(server, sav, { what: 'sav of 1,000,000 values', baseline: 'bare byte scan', scan: scanBytes }),
  ];
}

async function measure(
  server: ServerProcess,
  file: string,
  { scan, ...names }: { what: string; baseline: string; scan: (file: string) => Promise<number> },
): Promise<ParserFigures> {
  const before = await scan(file);
  const stopWatching = watchChildren(server.pid());
  const ingest = await timeIngest(server, file);
  const peaks = [...stopWatching()].filter(([entry]) => entry.includes('parser'));
  const after = await scan(file);
  return {
    ...names,
    fileBytes: (await stat(file)).size,
    ingest,
    scan: (before + after) / 2,
    childBytes: peaks[0]?.[1] ?? null,
  };
}
