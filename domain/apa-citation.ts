import type { Language } from './language-code';
import { oneLine } from './text';

import { type Citation, versionText, withdrawnMark } from './citation';

type Creator = Citation['creators'][number];

/** Words of the style in the language of the text that cites. */
const words: Record<Language, { dataSet: string; noDate: string }> = {
  en: { dataSet: '[Data set]', noDate: 'n.d.' },
  de: { dataSet: '[Datensatz]', noDate: 'o. D.' },
};

/** Number of authors that are listed; of more, the first 19 and the last (APA 7, section 9.8). */
const maxAuthors = 20;

/**
 * Reference in APA style, 7th edition (section 10.9, 'Data sets'): Author (Year). Title (Version) [Data set]. Publisher.
 * Address. A withdrawal follows like a retraction (section 9.16). Italics are left out, because it is plain text. The
 * title keeps its capitals: they cannot be changed without knowing its proper names.
 */
export function formatApa(citation: Citation, language: Language): string {
  const { creators, year, title, version, publisher, address } = citation;
  const { dataSet, noDate } = words[language];
  const authors = listAuthors(creators.map(apaName).filter((name) => name !== ''));
  const work = [oneLine(title), version && `(${versionText(version)})`, dataSet].filter(Boolean).join(' ');
  const date = `(${year ?? noDate})`;
  // Without an author, the title takes its place; a publisher that is the author is not repeated.
  const parts = authors === '' ? [work, date] : [`${ended(authors)} ${date}`, work];
  const source = oneLine(publisher) === authors ? '' : oneLine(publisher);
  const text = [...[...parts, source].filter((part) => part !== '').map(ended), address].join(' ');
  return text + withdrawnMark(citation, language);
}

/** Ends a part of the reference with one full stop. */
function ended(part: string): string {
  return part.endsWith('.') ? part : `${part}.`;
}

/** Family name and initials of a person; an organisation as it is. */
function apaName({ family, given }: Creator): string {
  const initials = initialsOf(given);
  return initials === '' ? oneLine(family) : `${oneLine(family)}, ${initials}`;
}

/** Initials of given names, with the hyphens between them: 'Jean-Paul M.' as 'J.-P. M.'. */
function initialsOf(given: string): string {
  return given
    .split(/[\s.]+/)
    .map((name) =>
      name
        .split(/[-\u2010\u2011]/)
        .flatMap((part) => /\p{L}\p{M}*/u.exec(part)?.[0] ?? [])
        .map((letter) => `${letter}.`)
        .join('-'),
    )
    .filter((initials) => initials !== '')
    .join(' ');
}

function listAuthors(names: string[]): string {
  const last = names.at(-1) ?? '';
  if (names.length < 2) return last;
  if (names.length > maxAuthors) return `${names.slice(0, maxAuthors - 1).join(', ')}, . . . ${last}`;
  return `${names.slice(0, -1).join(', ')}, & ${last}`;
}
