import { tablesMemoryBytes } from '@domain/limits';

import type { IngestFigures } from './measure-ingest';
import type { CheckFigures } from './measure-check';
import { missedNormBars, normRows } from './report-norms';
import type { NormFigures } from './measure-norms';
import type { CostFigures } from './measure-costs';
import type { FairnessFigures } from './measure-fairness';
import type { FormFigures } from './measure-forms';
import type { GrowthFigures } from './measure-growth';
import type { PackageFigures } from './measure-packages';
import type { PageFigures } from './measure-pages';
import type { ParserFigures } from './measure-parsers';
import type { ProblemFigures } from './measure-problems';
import type { SearchFigures } from './measure-search';
import type { UploadFigures } from './measure-upload';
import type { LoadFigures } from './measure-load';
import { reportCosts } from './report-costs';
import { reportLoad } from './report-load';
import { heaviestPageBytes, inKilobytes, reportSearch } from './report-search';
import { inMegabytes, ratio, type Row } from './rows';

const megabyte = 2 ** 20;
/** Maximum memory that an upload, or a package, may add to the idle web process, whatever its size. */
const uploadMemoryBarBytes = 50 * megabyte;
const packageMemoryBarBytes = 100 * megabyte;
/** Maximum durations as multiples of the bare scan: the slowest measured on an idle machine (3.3 and 4.3), and noise. */
const checkBar = 4;
const ingestBar = 5;

export interface Figures {
  pages: PageFigures & { dataSetPackedBytes: number };
  upload: UploadFigures[];
  ingest: IngestFigures[];
  parsers: ParserFigures[];
  check: CheckFigures[];
  problems: ProblemFigures;
  forms: FormFigures;
  search: SearchFigures;
  packages: PackageFigures;
  norms: NormFigures;
  fairness: FairnessFigures;
  costs: CostFigures;
  growth: GrowthFigures;
  load: LoadFigures;
}

/** The figures of a run as text, and whether all limits were kept (unknown memory counts as kept). */
export function report({
  pages,
  upload = [],
  ingest = [],
  parsers = [],
  check = [],
  problems,
  forms,
  search,
  packages,
  norms,
  fairness,
  costs,
  growth,
  load,
}: Partial<Figures>) {
  const searched = search ? reportSearch(search) : { rows: [], missed: [] };
  const loaded = load ? reportLoad(load) : { rows: [], missed: [] };
  const rows: Row[] = [
    ['measured', 'Motothek', 'baseline', '', 'ratio'],
    ...(pages ? pageRows(pages) : []),
    ...upload.flatMap(uploadRows),
    ...ingest.flatMap(ingestRows),
    ...check.flatMap(checkRows),
    ...(problems ? problemRows(problems) : []),
    ...(forms ? formRows(forms) : []),
    ...searched.rows,
    ...(packages ? packageRows(packages) : []),
    ...(norms ? normRows(norms) : []),
    ...(fairness ? fairnessRows(fairness) : []),
    ...(growth ? growthRows(growth) : []),
    ...loaded.rows,
    ...parsers.map(({ what, ingest, baseline, scan }) => timeRow(what, ingest, baseline, scan)),
    ...parsers.flatMap(childRow),
  ];
  const added = upload.flatMap(({ memory }) => (memory ? [memory.peak - memory.idle] : []));
  const lines = added.length > 0 ? [memoryLine(Math.max(...added))] : [];
  const missed = [
    ...searched.missed,
    ...loaded.missed,
    ...(packages ? missedPackageBars(packages) : []),
    ...(norms ? missedNormBars(norms) : []),
    ...(fairness ? missedFairnessBars(fairness) : []),
    ...(growth ? missedGrowthBars(growth) : []),
  ];
  if (costs) lines.push(...reportCosts(costs));
  lines.push(...missed.map((bar) => `Missed: ${bar}.`));
  return {
    text: [...layOut(rows), '', ...check.map(checkLine), ...lines, ''].join('\n'),
    kept:
      missed.length === 0 &&
      added.every((bytes) => bytes <= uploadMemoryBarBytes) &&
      check.every((figures) => figures.check <= figures.bareScan * checkBar) &&
      ingest.every((figures) => figures.ingest <= figures.bareScan * ingestBar),
  };
}

/** Higher is better: bytes per second, and the ratio to the baseline. */
function packageRows(figures: PackageFigures): Row[] {
  const { zipBytes, fileBytes, memory } = figures;
  const row = (measured: string, rate: number, baseline: string, baselineRate: number): Row => {
    const shown = (value: number) => `${(value / megabyte).toFixed(0)} MB/s`;
    return [measured, shown(rate), baseline, shown(baselineRate), ratio(rate, baselineRate)];
  };
  const rows = [
    row(`package of ${inMegabytes(fileBytes)}, made`, figures.made, 'plain zip', figures.plainZip),
    row(`the same, kept (${inMegabytes(zipBytes)})`, figures.kept, 'static file', figures.staticFile),
    row('ranges of it', figures.keptRange, 'static file', figures.staticRange),
  ];
  const firstByte: Row = ['first byte of a new package', `${figures.firstByteMs.toFixed(0)} ms`, '', '', ''];
  if (!memory) return [...rows, firstByte];
  const { idle, peak } = memory;
  return [
    ...rows,
    firstByte,
    ['web process, new package', inMegabytes(peak), 'idle', inMegabytes(idle), ratio(peak, idle)],
  ];
}

/** A package may have this much less than the baseline. */
const packageBar = 0.8;

function missedPackageBars({ made, plainZip, keptRange, staticRange, memory }: PackageFigures): string[] {
  return [
    ...(made < packageBar * plainZip ? ['making a package'] : []),
    ...(keptRange < packageBar * staticRange ? ['ranges of a package'] : []),
    ...(memory && memory.peak - memory.idle > packageMemoryBarBytes ? ['memory for a package'] : []),
  ];
}

/** What other accounts do may make a page take this many times as long. */
const fairnessBar = 2;

function fairnessRows({ alone, beside }: FairnessFigures): Row[] {
  const inMs = (ms: number) => `${ms.toFixed(0)} ms`;
  return beside.map(([what, ms]) => [`page beside ${what} (p95)`, inMs(ms), 'alone', inMs(alone), ratio(ms, alone)]);
}

function missedFairnessBars({ alone, beside }: FairnessFigures): string[] {
  return beside.filter(([, ms]) => ms > fairnessBar * alone).map(([what]) => `a page beside ${what}`);
}

/** How many times as long a page may take with many data sets, and which ones may take longer. */
const growthBar = 1.5;
const namedGrowthBars: [what: string, page: RegExp, bar: number][] = [
  ['a text that many submissions have, but few that are decided', /[?&]q=Study/, 6],
  ['searches', /[?&](?:q|test)=/, 3],
  ['orders by e-mail address and persons, for which every submission is looked at', /[?&]sort=(?:email|n)/, 10],
];

function growthRows({ small, large, pages }: GrowthFigures): Row[] {
  const inMs = (ms: number) => `${ms.toFixed(1)} ms`;
  const [few, many] = [small, large].map((size) => `${size.toLocaleString('en')} data sets`) as [string, string];
  return pages.map((one) => [`${one.page}, ${many}`, inMs(one.many), few, inMs(one.few), ratio(one.many, one.few)]);
}

function missedGrowthBars({ pages }: GrowthFigures): string[] {
  const barOf = (page: string) => namedGrowthBars.find(([, named]) => named.test(page))?.[2] ?? growthBar;
  return pages.filter(({ page, few, many }) => many > barOf(page) * few).map(({ page }) => `growth of ${page}`);
}

function checkRows({ bytes, cells, check, distributions, bareScan, peak }: CheckFigures): Row[] {
  return [
    timeRow(`check of ${inMillions(cells)} cells, all rules`, check, 'bare scan', bareScan),
    ...(distributions === null ? [] : [timeRow(`distributions of its results`, distributions, 'bare scan', bareScan)]),
    ...memoryRow(`tables child, check of a csv of ${inMegabytes(bytes)}`, peak),
  ];
}

/** Describes the checked file; fewer distinct values mean less work. */
function checkLine({ cells, few, many }: CheckFigures): string {
  const range = (counts: number[]) => `${counts.length} columns of ${counts[0]} to ${counts.at(-1)}`;
  return `Different values among ${inMillions(cells)} cells: ${range(few)}, ${range(many)} (bar of the check: ${checkBar} bare scans).`;
}

function inMillions(cells: number): string {
  return `${Math.round(cells / 1_000_000)} M`;
}

function memoryLine(added: number): string {
  return `An upload added at most ${inMegabytes(added)} to the web process (bar: ${inMegabytes(uploadMemoryBarBytes)}).`;
}

function pageRows({ home, homeWithForeignCookie, rendered, barePage, ...others }: Figures['pages']): Row[] {
  return [
    pageRow('home', home, barePage),
    pageRow('home, with a foreign cookie', homeWithForeignCookie, barePage),
    pageRow('home, rendered anew', rendered, barePage),
    pageRow('data set', others.dataSet, others.bareDataSet),
    pageRow('data set, rendered anew', others.dataSetRendered, others.bareDataSet),
    pageRow('comparisons', others.compare, others.bareCompare),
    pageRow('comparisons, rendered anew', others.compareRendered, others.bareCompare),
    [
      'HTML and CSS of a data set, gzip',
      inKilobytes(others.dataSetPackedBytes),
      'its limit',
      inKilobytes(heaviestPageBytes),
      ratio(others.dataSetPackedBytes, heaviestPageBytes),
    ],
  ];
}

/** Higher is better: bytes per second, and the ratio to the baseline. */
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

function problemRows({ cells, list, group, barePage, memory }: ProblemFigures): Row[] {
  const row = (measured: string, ms: number): Row => {
    const baseline = ['bare page (Remix)', `${barePage.toFixed(1)} ms`, ratio(ms, barePage)] as const;
    return [measured, `${ms.toFixed(1)} ms`, ...baseline];
  };
  const count = cells.toLocaleString('en');
  const rows = [row(`list of ${count} problems`, list), row('last cells of its largest group', group)];
  if (!memory) return rows;
  const [peak, idle] = [inMegabytes(memory.peak), inMegabytes(memory.idle)];
  return [...rows, ['web process, these pages', peak, 'idle', idle, ratio(memory.peak, memory.idle)]];
}

/** For each request of the metadata form: time until the response, CPU time, and size of the page. */
function formRows({ requests, barePage }: FormFigures): Row[] {
  const inMs = (ms: number) => `${ms.toFixed(1)} ms`;
  return requests.map(([what, { answer, computing, bytes }]) => [
    `${what} (${Math.round(bytes / 1024)} kB, computing ${inMs(computing)})`,
    inMs(answer),
    'bare page (Remix)',
    inMs(barePage.answer),
    ratio(answer, barePage.answer),
  ]);
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
  return [
    ...rows,
    ...memoryRow(`tables child, ingest`, figures.ingestPeak),
    ...memoryRow(`tables child, digests`, figures.digestPeak),
  ];
}

/** Memory of the tables child; no row if the system does not report it. */
function memoryRow(what: string, peak: number | null): Row[] {
  if (peak === null) return [];
  const [testApi, limit] = [inMegabytes(peak), inMegabytes(tablesMemoryBytes)];
  return [[what, testApi, 'its limit', limit, ratio(peak, tablesMemoryBytes)]];
}

function childRow({ what, childBytes, fileBytes }: ParserFigures): Row[] {
  if (childBytes === null) return [];
  const [testApi, file] = [inMegabytes(childBytes), inMegabytes(fileBytes)];
  return [[`parser child, ${what}`, testApi, 'size of the file', file, ratio(childBytes, fileBytes)]];
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
