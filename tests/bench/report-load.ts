import type { LoadFigures } from './measure-load';
import { inMegabytes, ratio, type Row } from './rows';

/** How many times as long as alone a page and a save may take, and how much memory may be left after it. */
const bars = { time: 4, memory: 1.3 };

/** Rows of a table, and the bars that were missed. */
export function reportLoad({ readers, savers, alone, together, memory }: LoadFigures): {
  rows: Row[];
  missed: string[];
} {
  const timeRow = (what: string, ms: number, baseline: string, baselineMs: number): Row => {
    const inMs = (value: number) => `${value.toFixed(0)} ms`;
    return [what, inMs(ms), baseline, inMs(baselineMs), ratio(ms, baselineMs)];
  };
  const who = `${readers} readers and ${savers} savers`;
  const rows = [
    timeRow(`page of ${who} (p95 of ${together.pages})`, together.page, 'one reader', alone.page),
    timeRow(`form saved, the same (p95 of ${together.saves})`, together.save, 'one saver', alone.save),
  ];
  const missed = [
    ...(together.page > bars.time * alone.page ? [`pages of ${who}`] : []),
    ...(together.save > bars.time * alone.save ? [`forms of ${who}`] : []),
  ];
  if (!memory) return { rows, missed };
  const { before, after } = memory;
  return {
    rows: [
      ...rows,
      ['web process, after them', inMegabytes(after), 'after others', inMegabytes(before), ratio(after, before)],
    ],
    missed: [...missed, ...(after > bars.memory * before ? [`memory after ${who}`] : [])],
  };
}
