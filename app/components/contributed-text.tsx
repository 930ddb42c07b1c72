import { Fragment } from 'react';

import type { TextLanguage } from '@domain/metadata/text-language';

interface ContributedTextProps {
  /**
   * Language it is in, '' where nobody has told it. Null for what has none of its own, such as a name: it is
   * not marked.
   */
  language: TextLanguage | (string & {}) | null;
  children: string;
}

/** What somebody wrote, marked with its language, so that it is not read out as if it were the page's (WCAG 3.1.2). */
export function ContributedText({ language, children }: ContributedTextProps) {
  return language === null ? children : <span lang={language}>{children}</span>;
}

/** Stands in a sentence for the text it quotes; no text holds it, as Unicode leaves it without meaning. */
export const quoteMark = '\uE000';

interface QuotingProps {
  /** A sentence of ours with `quoteMark` in it. */
  message: string;
  language: ContributedTextProps['language'];
  children: string;
}

/** A sentence that quotes what somebody wrote, of which that part alone is marked. */
export function Quoting({ message, language, children }: QuotingProps) {
  const [before = '', ...after] = message.split(quoteMark);
  return (
    <>
      {before}
      {after.length > 0 ? <ContributedText language={language}>{children}</ContributedText> : null}
      {after.join('')}
    </>
  );
}

interface Titled {
  titles: readonly string[];
  titleLanguages: readonly TextLanguage[];
}

/** All titles of a data set, one after the other. */
export function Titles({ titles, titleLanguages }: Titled) {
  return titles.map((title, index) => (
    <Fragment key={index}>
      {index > 0 ? '; ' : ''}
      <ContributedText language={titleLanguages[index] ?? ''}>{title}</ContributedText>
    </Fragment>
  ));
}

/** What a data set is called by: its title, and where it has none its DOI, which is in no language. */
export function nameOf({ titles, titleLanguages, doi }: Titled & { doi: string }) {
  const [title] = titles;
  return title === undefined ? { text: doi, language: null } : { text: title, language: titleLanguages[0] ?? '' };
}
