import type { CatalogueFigures, SearchFigures } from './measure-search';
import { inMegabytes, ratio, type Row } from './rows';
import { median, p95, type SearchTimes } from './search/measure-searches';

/** Bars, as ratios to the baselines. */
const bars = { bareSql: 2, growth: 3, page: 0.4 };
const slowestMs = 300;
const slowestHostileMs = 1000;
/** A page with its style sheet, compressed. */
export const heaviestPageBytes = 35_000;

/** The figures of the search as rows, and what was missed. */
export function reportSearch({ small, large, pages, ...others }: SearchFigures): { rows: Row[]; missed: string[] } {
  const [few, many] = [small, large].map(({ searches }) => p95(timesOf(searches, 'anew'))) as [number, number];
  const bare = p95(timesOf(large.searches, 'bare'));
  const slowest = Math.max(...timesOf(large.searches, 'anew'));
  const hostile = Math.max(...others.hostile.times);
  const size = large.dataSets.toLocaleString('en');
  const rows: Row[] = [
    ...large.searches.map((search) => searchRow(search.what, [search])),
    searchRow(`all twelve among ${size} data sets`, large.searches),
    searchRow(`all twelve among ${small.dataSets.toLocaleString('en')} data sets`, small.searches),
    row(
      'median of all twelve',
      median(timesOf(large.searches, 'anew')),
      'bare SQL',
      median(timesOf(large.searches, 'bare')),
    ),
    row('p95 of all twelve', many, `${small.dataSets.toLocaleString('en')} data sets`, few),
    row('the same again, p95', p95(timesOf(large.searches, 'again')), 'bare SQL', bare),
    row('slowest of them', slowest, 'its limit', slowestMs),
    row('first search after the start', large.server.first, 'start of the server', large.server.start),
    row('first search after a publication', others.afterPublication, 'its limit', slowestMs),
    ...others.addresses.map(([address, ms]) => row(address, ms, 'its limit', slowestMs)),
    row(`slowest of ${others.hostile.searches} hostile searches`, hostile, 'its limit', slowestHostileMs),
    ...pageRows(pages),
    ...serverRows(small, large),
  ];
  const missed = [
    ...(many > bars.bareSql * bare ? ['bare SQL'] : []),
    ...(many > bars.growth * few ? ['growth'] : []),
    ...(slowest > slowestMs ? ['slowest search'] : []),
    ...(pages.rendered < bars.page * pages.barePage ? ['page of results'] : []),
    ...(pages.packedBytes > heaviestPageBytes ? ['weight of the page of results'] : []),
    ...(hostile > slowestHostileMs ? [`hostile search ${shown(others.hostile.slowest)}`] : []),
    ...others.hostile.failed.map((query) => `status 5xx for ${shown(query)}`),
  ];
  return { rows, missed };
}

/** The beginning of a long query. */
const shown = (query: string): string => query.slice(0, 200);

function timesOf(searches: readonly SearchTimes[], kind: 'anew' | 'again' | 'bare'): number[] {
  return searches.flatMap((search) => search[kind]);
}

function searchRow(what: string, searches: readonly SearchTimes[]): Row {
  return row(`search: ${what}, p95`, p95(timesOf(searches, 'anew')), 'bare SQL', p95(timesOf(searches, 'bare')));
}

function row(what: string, ms: number, baseline: string, baselineMs: number): Row {
  const inMs = (value: number) => `${value.toFixed(1)} ms`;
  return [what, inMs(ms), baseline, inMs(baselineMs), ratio(ms, baselineMs)];
}

/** 1 kB = 1000 bytes. */
export const inKilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

function pageRows({ results, rendered, barePage, bytes, packedBytes }: SearchFigures['pages']): Row[] {
  const perSecond = (value: number) => `${value.toFixed(1)} pages/s`;
  const pageRow = (what: string, value: number): Row => [
    `page of results (${inKilobytes(bytes)}), ${what}`,
    perSecond(value),
    'bare page (Remix)',
    perSecond(barePage),
    ratio(value, barePage),
  ];
  return [
    pageRow('as visitors get it', results),
    pageRow('rendered anew', rendered),
    [
      'HTML and CSS of the page of results, gzip',
      inKilobytes(packedBytes),
      'its limit',
      inKilobytes(heaviestPageBytes),
      ratio(packedBytes, heaviestPageBytes),
    ],
  ];
}

function serverRows(small: CatalogueFigures, large: CatalogueFigures): Row[] {
  const name = `${small.dataSets.toLocaleString('en')} data sets`;
  const rows = [
    row('start of the server', large.server.start, name, small.server.start),
    row('learning the frequent words after it', large.learn, 'start of the server', large.server.start),
  ];
  const [few, many] = [small.server.memory, large.server.memory];
  if (few === null || many === null) return rows;
  return [...rows, ['web process, catalogue read', inMegabytes(many), name, inMegabytes(few), ratio(many, few)]];
}
