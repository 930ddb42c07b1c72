import type { FileChanges, ProblemTally } from '@domain/api/corrections';
import type { Quality } from '@domain/api/quality';

interface CorrectedFile {
  receivedAt: Date;
  changes: FileChanges;
}

/**
 * What corrected files changed, as sums over their tables, and the number of cells whose problems they removed. Names
 * of the previous files are left out: a file is often corrected because of what nobody should read.
 */
export function sumCorrections(
  files: readonly CorrectedFile[],
  dayOf: (moment: Date) => string,
): { corrected: number; corrections: Quality['corrections'] } {
  const corrections = files.map(({ receivedAt, changes: { tables } }) => ({
    day: dayOf(receivedAt),
    rowsBefore: tables.reduce((sum, { rowsBefore }) => sum + (rowsBefore ?? 0), 0),
    rowsAfter: tables.reduce((sum, { rowsAfter }) => sum + (rowsAfter ?? 0), 0),
    problemsBefore: sumTallies(tables.map(({ problemsBefore }) => problemsBefore)),
    problemsAfter: sumTallies(tables.map(({ problemsAfter }) => problemsAfter)),
  }));
  const removed = files.flatMap(({ changes }) =>
    changes.tables.map(({ problemsBefore, problemsAfter }) =>
      problemsBefore && problemsAfter ? Math.max(0, sumOf(problemsBefore) - sumOf(problemsAfter)) : 0,
    ),
  );
  return { corrected: removed.reduce((sum, cells) => sum + cells, 0), corrections };
}

/** Null if no table was checked. */
function sumTallies(tallies: (ProblemTally | null)[]): number | null {
  const known = tallies.filter((tally) => tally !== null);
  return known.length === 0 ? null : known.reduce((sum, tally) => sum + sumOf(tally), 0);
}

function sumOf({ locked, explainable }: ProblemTally): number {
  return locked + explainable;
}
