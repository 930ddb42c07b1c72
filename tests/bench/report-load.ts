import type { LoadFigures } from './measure-load';

/** How many times as long as alone a page and a save may take, and how much memory may be left after it. */
const bars = { time: 4, memory: 1.3 };

type Row = [measured: string, motothek: string, baseline: string, figure: string, ratio: string];

/** Rows of a table, and the bars that were missed. */
export function reportLoad({ readers, savers, alone, together, memory }: LoadFigures): {
  rows: Row[];
  missed: string[];
} {
  const row = (what: string, value: number, baseline: string, base: number, unit: string): Row => {
    const shown = (figure: number) => `${figure.toFixed(0)} ${unit}`;
    return [what, shown(value), baseline, shown(base), (value / base).toFixed(2)];
  };
  const who = `${readers} readers and ${savers} savers`;
  const rows = [
    row(`page of ${who} (p95 of ${together.pages})`, together.page, 'one reader', alone.page, 'ms'),
    row(`form saved, the same (p95 of ${together.saves})`, together.save, 'one saver', alone.save, 'ms'),
  ];
  const missed = [
    ...(together.page > bars.time * alone.page ? [`pages of ${who}`] : []),
    ...(together.save > bars.time * alone.save ? [`forms of ${who}`] : []),
  ];
  if (!memory) return { rows, missed };
  const inMegabytes = (bytes: number) => bytes / 2 ** 20;
  const { before, after } = memory;
  return {
    rows: [...rows, row('web process, after them', inMegabytes(after), 'after others', inMegabytes(before), 'MB')],
    missed: [...missed, ...(after > bars.memory * before ? [`memory after ${who}`] : [])],
  };
}
