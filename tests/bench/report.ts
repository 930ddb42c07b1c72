import { tablesMemoryBytes } from '@domain/limits';

import type { IngestFigures } from './measure-ingest';
import type { CheckFigures } from './measure-check';
import type { PageFigures } from './measure-pages';
import type { ParserFigures } from './measure-parsers';
import type { UploadFigures } from './measure-upload';

const megabyte = 2 ** 20;
/** Most memory that an upload may add to the idle web process, whatever its size. */
const memoryBarBytes = 100 * megabyte;

export interface Figures {
  pages: PageFigures;
  upload: UploadFigures[];
  ingest: IngestFigures[];
  parsers: ParserFigures[];
  check: CheckFigures[];
}

type Row = [measured: string, house: string, baseline: string, figure: string, ratio: string];

/** The figures of a run as text, and whether the bar of memory is kept (unknown counts as kept). */
export function report({ pages, upload = [], ingest = [], parsers = [], check = [] }: Partial<Figures>) {
  const rows: Row[] = [
    ['measured', 'Motothek', 'baseline', '', 'ratio'],
    ...(pages ? pageRows(pages) : []),
    ...upload.flatMap(uploadRows),
    ...ingest.flatMap(ingestRows),
    ...check.map((figures) =>
      timeRow(
        `check of ${inMegabytes(figures.bytes)}, all rules`,
        figures.check,
        'bare scan',
        figures.bareScan,
      ),
    ),
    ...parsers.map(({ what, ingest, baseline, scan }) => timeRow(what, ingest, baseline, scan)),
    ...parsers.flatMap(childRow),
  ];
  const added = upload.flatMap(({ memory }) => (memory ? [memory.peak - memory.idle] : []));
  const lines = added.length > 0 ? [memoryLine(Math.max(...added))] : [];
  return {
    text: [...layOut(rows), '', ...lines, ''].join('\n'),
    kept: added.every((bytes) => bytes <= memoryBarBytes),
  };
}

function memoryLine(added: number): string {
  return `An upload added at most ${inMegabytes(added)} to the web process (bar: ${inMegabytes(memoryBarBytes)}).`;
}

function pageRows({ home, rendered, barePage }: PageFigures): Row[] {
  return [pageRow('home', home, barePage), pageRow('home, rendered anew', rendered, barePage)];
}

/** The more the better: bytes a second, and what share of the baseline's that is. */
function uploadRows({ bytes, upload, plainUpload, memory }: UploadFigures): Row[] {
  const rate = (ms: number) => `${Math.round(bytes / megabyte / (ms / 1000))} MB/s`;
  const size = inMegabytes(bytes);
  const rows: Row[] = [
    [`upload of ${size}`, rate(upload), 'plain upload', rate(plainUpload), ratio(plainUpload, upload)],
  ];
  if (!memory) return rows;
  const { idle, peak } = memory;
  return [...rows, [`web process, ${size}`, inMegabytes(peak), 'idle', inMegabytes(idle), ratio(peak, idle)]];
}

function pageRow(measured: string, pages: number, barePages: number): Row {
  const perSecond = (value: number) => `${value.toFixed(0)} pages/s`;
  return [measured, perSecond(pages), 'bare page (Remix)', perSecond(barePages), ratio(pages, barePages)];
}

function timeRow(measured: string, ms: number, baseline: string, baselineMs: number): Row {
  const seconds = (value: number) => `${(value / 1000).toFixed(2)} s`;
  return [measured, seconds(ms), baseline, seconds(baselineMs), ratio(ms, baselineMs)];
}

function ingestRows({ bytes, bareScan, ...figures }: IngestFigures): Row[] {
  const size = `csv of ${inMegabytes(bytes)}`;
  const rows = [
    timeRow(`ingest of a ${size}, measured`, figures.ingest, 'bare scan', bareScan),
    timeRow(`50 rows of it`, figures.window, 'bare scan', bareScan),
    timeRow(`digest of a column, few values`, figures.digestOfFew, 'bare scan', bareScan),
    timeRow(`digest of a column, many values`, figures.digestOfMany, 'bare scan', bareScan),
  ];
  const memoryRow = (what: string, peak: number | null): Row[] =>
    peak === null
      ? []
      : [
          [
            what,
            inMegabytes(peak),
            'its limit',
            inMegabytes(tablesMemoryBytes),
            ratio(peak, tablesMemoryBytes),
          ],
        ];
  return [
    ...rows,
    ...memoryRow(`tables child, ingest`, figures.ingestPeak),
    ...memoryRow(`tables child, digests`, figures.digestPeak),
  ];
}

function childRow({ what, childBytes, fileBytes }: ParserFigures): Row[] {
  if (childBytes === null) return [];
  const [house, file] = [inMegabytes(childBytes), inMegabytes(fileBytes)];
  return [[`parser child, ${what}`, house, 'size of the file', file, ratio(childBytes, fileBytes)]];
}

function layOut(rows: Row[]): string[] {
  const widths = [0, 1, 2, 3, 4].map((i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)));
  const isText = [true, false, true, false, false];
  return rows.map((row) =>
    row
      .map((cell, i) => (isText[i] ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}

function ratio(value: number, baseline: number): string {
  return (value / baseline).toFixed(2);
}

function inMegabytes(bytes: number): string {
  return `${Math.round(bytes / megabyte)} MB`;
}
