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
