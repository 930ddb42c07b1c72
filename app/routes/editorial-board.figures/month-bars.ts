import type { MonthFigures } from '@domain/api/board-figures';

const kinds = ['submitted', 'decided'] as const;

export interface MonthBar {
  month: string;
  kind: (typeof kinds)[number];
  /** Left edge and width in percent of the drawing. */
  x: number;
  width: number;
  /** Share of the largest number, from 0 to 1. */
  share: number;
}

/** Share of the width of a month that its two bars take together. */
const barsShare = 0.8;

const round = (part: number) => Math.round(part * 1000) / 1000;

/** Two bars for each month, on one scale. */
export function monthBars(months: readonly MonthFigures[]): MonthBar[] {
  const most = Math.max(1, ...months.flatMap((month) => kinds.map((kind) => month[kind])));
  const width = (100 * barsShare) / months.length / kinds.length;
  return months.flatMap((figures, place) =>
    kinds.map((kind, index) => ({
      month: figures.month,
      kind,
      x: round((100 * place) / months.length + index * width),
      width: round(width),
      share: round(figures[kind] / most),
    })),
  );
}
