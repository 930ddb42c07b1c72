import { maxRowsWithoutForm, minPersonsPerCell } from './limits';

/**
 * Licences of data sets (spec section 3, field 20), from the freest to the strictest. The `rights` of a search row are
 * their names.
 */
export const licences = ['CC-BY 4.0', 'CC-BY-SA 4.0', 'SUFL 1.0'] as const;
export type Licence = (typeof licences)[number];

/** The Scientific Use File licence: its data is only handed out after the licence form has been answered. */
const scientificUseLicence: Licence = 'SUFL 1.0';

export function isLicence(value: string): value is Licence {
  return (licences as readonly string[]).includes(value);
}

const openLicenceAddresses: Partial<Record<string, string>> = {
  'CC-BY 4.0': 'https://creativecommons.org/licenses/by/4.0/',
  'CC-BY-SA 4.0': 'https://creativecommons.org/licenses/by-sa/4.0/',
} satisfies Partial<Record<Licence, string>>;

/** Address of a licence's text. That of the Scientific Use File licence is a page of our site. */
export function licenceAddress(right: string, origin: string): string {
  return openLicenceAddresses[right] ?? `${origin}/info/sufl-licence`;
}

/** Whether a data set with these rights requires the licence form before it is handed out. */
export function asksForLicenceForm(rights: readonly string[]): boolean {
  return rights.includes(scientificUseLicence);
}

/** Relation of a user to a published data set. */
export interface Standing {
  /** They contributed it. */
  isContributor: boolean;
  /** They answered the download form of its licence for this data set. */
  hasAnsweredForm: boolean;
}

/** Whether the data of a download may be handed out, because the form was answered or is not required. */
export function isDownloadOpen(rights: readonly string[], hasAnsweredForm: boolean): boolean {
  return hasAnsweredForm || !asksForLicenceForm(rights);
}

/** Whether a user may see every row of a data set with these rights. */
export function maySeeEveryRow(rights: readonly string[], standing: Standing): boolean {
  return isDownloadOpen(rights, standing.hasAnsweredForm) || standing.isContributor;
}

/**
 * Number of rows of each table that everybody may see, from its first row on. The limit applies to the whole data set,
 * table after table.
 */
export function openRowsOf(rowCounts: readonly number[]): number[] {
  let left = maxRowsWithoutForm;
  return rowCounts.map((rowCount) => {
    const open = Math.min(rowCount, left);
    left -= open;
    return open;
  });
}

/** Minimum number of people who must share an age, sex, year or area before search shows it. */
export function minPersonsTold(rights: readonly string[]): number {
  return asksForLicenceForm(rights) ? minPersonsPerCell : 1;
}

export interface LicenceText {
  title: string;
  /** Heading such as '2. What you may do' and its paragraphs; numbered ones start with '(1) '. */
  sections: { heading: string; paragraphs: string[] }[];
}

/**
 * Parses the plain text of a licence. The first paragraph is its name. Sections are separated by empty lines; their
 * first line is the heading. A line that starts with '(1) ' begins a new paragraph; other line breaks are spaces.
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
