import { maxRowsWithoutForm, minPersonsPerCell } from './limits';

/** Licences of data sets (spec section 3, field 20). `rights` of a search row holds their names. */
export const licences = ['CC-BY 4.0', 'CC-BY-SA 4.0', 'SUFL 1.0'] as const;
export type Licence = (typeof licences)[number];

/** The Scientific Use File licence: its data are handed out for an answered form only. */
const scientificUseLicence: Licence = 'SUFL 1.0';

export function isLicence(value: string): value is Licence {
  return (licences as readonly string[]).includes(value);
}

/** Whether a data set with these rights asks for the licence form before it is handed out. */
export function asksForLicenceForm(rights: readonly string[]): boolean {
  return rights.includes(scientificUseLicence);
}

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

export interface LicenceText {
  title: string;
  /** '2. What you may do' and its paragraphs, of which numbered ones start with '(1) '. */
  sections: { heading: string; paragraphs: string[] }[];
}

/**
 * Reads the plain text of a licence as the repository keeps it: its first paragraph is its name; then
 * sections, parted by empty lines, each with its heading as first line. A line that starts with '(1) '
 * starts a paragraph; other line ends within a section are blanks.
 */
export function parseLicenceText(text: string): LicenceText {
  const [title = '', ...sections] = text.trim().split(/\n{2,}/);
  return {
    title,
    sections: sections.map((section) => {
      const [heading = '', ...lines] = section.split('\n');
      const paragraphs = lines.join('\n').split(/\n(?=\(\d+\) )/);
      return { heading, paragraphs: paragraphs.map((paragraph) => paragraph.replaceAll('\n', ' ')) };
    }),
  };
}
