import { formatDay } from './formats';
import type { Language } from './language-code';
import type { TextLanguage } from './metadata/text-language';
import { oneLine } from './text';

/** What is cited: a data set, or the curves made from several. */
export interface Citation {
  /** Key of the citation: '12' for data set 12. */
  key: string;
  creators: { name: string; family: string; given: string }[];
  year: number | null;
  title: string;
  /** Language of the title, by which programs decide about its capital letters. */
  language: TextLanguage;
  version: string;
  publisher: string;
  /** Null for a test DOI, which does not resolve. */
  doi: string | null;
  /** The DOI's resolver, or our own page for a test DOI. */
  address: string;
  /** Day on which the data set was withdrawn, yyyy-MM-dd; '' if it was not. */
  withdrawn: string;
}

const withdrawnWords: Record<Language, string> = { en: 'Withdrawn', de: 'Zurückgezogen am' };

/** Says at the end of a citation that the data set was withdrawn: ' (Withdrawn 1 March 2026)'; '' if it was not. */
export function withdrawnMark({ withdrawn }: Citation, language: Language): string {
  return withdrawn === '' ? '' : ` (${withdrawnWords[language]} ${formatDay(withdrawn.split('-'), language)})`;
}

/** Note in files for programs, whose words are English. */
export const withdrawnNote = (day: string) => `Withdrawn ${day}`;

/** 'Version 1.0', also where the version was entered with that word. */
export function versionText(version: string): string {
  return /^version\b/i.test(version) ? oneLine(version) : `Version ${oneLine(version)}`;
}

/** Names of languages in BibLaTeX; BibTeX ignores them. */
const bibtexLanguages: Record<TextLanguage, string> = { en: 'english', de: 'ngerman', '': '' };

/**
 * BibTeX in UTF-8. Braces in names and titles are written as commands, because BibTeX counts braces even if they are
 * escaped.
 */
export function formatBibtex(citation: Citation): string {
  const fields: [string, string][] = [
    ['author', citation.creators.map(bibtexName).join(' and ')],
    ['title', `{${escapeBibtex(citation.title)}}`],
    ['langid', bibtexLanguages[citation.language]],
    ['year', citation.year === null ? '' : String(citation.year)],
    ['version', escapeBibtex(citation.version)],
    ['publisher', escapeBibtex(citation.publisher)],
    ['doi', citation.doi ?? ''],
    ['url', citation.address],
    ['note', citation.withdrawn === '' ? 'Dataset' : `Dataset. ${withdrawnNote(citation.withdrawn)}`],
  ];
  const lines = fields.filter(([, value]) => value !== '').map(([name, value]) => `  ${name} = {${value}},\n`);
  return `@misc{motothek-${citation.key},\n${lines.join('')}}\n`;
}

/** Puts braces around names of institutions, and around parts with a comma, an 'and' or a command. */
function bibtexName({ family, given }: Citation['creators'][number]): string {
  if (given === '') return `{${escapeBibtex(family)}}`;
  const [last, first] = [family, given].map((part) => {
    const escaped = escapeBibtex(part);
    return /[,\\]|(^|\s)and(\s|$)/i.test(escaped) ? `{${escaped}}` : escaped;
  });
  return `${last}, ${first}`;
}

const latexCommands: Record<string, string> = {
  '\\': '\\textbackslash{}',
  '{': '\\textbraceleft{}',
  '}': '\\textbraceright{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
};

/** Escapes LaTeX characters, including ligatures such as '--', and joins lines. */
function escapeBibtex(text: string): string {
  return oneLine(text)
    .replace(/[\\{}~^#$%&_]/g, (sign) => latexCommands[sign] ?? `\\${sign}`)
    .replace(/([-'`,<>])(?=\1)|[?!](?=`)/g, '$&{}');
}
