/** Sampled rows. They come from all parts of a table because files are often sorted. */
const sampledParts = 6;
const rowsPerPart = 50;

/** The first and last rows, counted from 0, of the parts of a table that suggestions look at; they may overlap. */
export function sampledRows(rowCount: number): { from: number; to: number }[] {
  const last = Math.max(0, rowCount - rowsPerPart);
  return Array.from({ length: sampledParts }, (_, part) => {
    const from = Math.round((part * last) / (sampledParts - 1));
    return { from, to: from + rowsPerPart - 1 };
  });
}
