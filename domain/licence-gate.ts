import { asksForLicenceForm } from './licences';
import { maxRowsWithoutForm, minPersonsPerCell } from './limits';

/** What somebody has to do with a published data set. */
export interface Standing {
  /** They contributed it. */
  isContributor: boolean;
  /** They answered the download form of its licence, for this data set. */
  hasAnsweredForm: boolean;
}

/** Whether the data of a download may be handed out: the form is answered where a licence asks for it. */
export function isDownloadOpen(rights: readonly string[], hasAnsweredForm: boolean): boolean {
  return hasAnsweredForm || !asksForLicenceForm(rights);
}

/** Whether somebody may see every row of a data set with these rights. */
export function maySeeEveryRow(rights: readonly string[], standing: Standing): boolean {
  return isDownloadOpen(rights, standing.hasAnsweredForm) || standing.isContributor;
}

/**
 * How many rows of each table everybody may see, from its first row on: together the first rows of the data
 * set, whose tables follow each other.
 */
export function openRowsOf(rowCounts: readonly number[]): number[] {
  let left = maxRowsWithoutForm;
  return rowCounts.map((rowCount) => {
    const open = Math.min(rowCount, left);
    left -= open;
    return open;
  });
}

/** Fewest persons who must share what a search tells of a data set: an age, a sex, a year, an area. */
export function minPersonsTold(rights: readonly string[]): number {
  return asksForLicenceForm(rights) ? minPersonsPerCell : 1;
}
