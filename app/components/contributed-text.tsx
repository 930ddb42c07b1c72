import { Fragment } from 'react';

import type { TextLanguage } from '@domain/metadata/text-language';

interface ContributedTextProps {
  /** Language of the text; '' = unknown. Null for texts without a language, such as names, which are not marked. */
  language: TextLanguage | (string & {}) | null;
  children: string;
}

/** Contributed text, marked with its language so that screen readers pronounce it correctly (WCAG 3.1.2). */
export function ContributedText({ language, children }: ContributedTextProps) {
  return language === null ? children : <span lang={language}>{children}</span>;
}

/**
 * Placeholder for the quoted text in a message. It cannot occur in texts, because Unicode reserves it for private use.
 */
export const quoteMark = '\uE000';

interface QuotingProps {
  /** One of our messages, with `quoteMark` in it. */
  message: string;
  language: ContributedTextProps['language'];
  /** The quotation. */
  text: string;
}

/** A message that quotes contributed text. Only the quotation is marked with its language. */
export function Quoting({ message, language, text }: QuotingProps) {
  const [before = '', ...after] = message.split(quoteMark);
  return (
    <>
      {before}
      {after.length > 0 ? <ContributedText language={language}>{text}</ContributedText> : null}
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

/** The same data set with the titles in the reader's language first, and no title twice. */
export function withTitlesFor<Set extends Titled>(set: Set, reader: TextLanguage): Set {
  const titles = set.titles.map((title, index) => ({ title, language: set.titleLanguages[index] ?? '' }));
  const inOrder = [
    ...titles.filter(({ language }) => language === reader),
    ...titles.filter(({ language }) => language !== reader),
  ];
  const once = inOrder.filter(({ title }, index) => inOrder.findIndex((one) => one.title === title) === index);
  return { ...set, titles: once.map(({ title }) => title), titleLanguages: once.map(({ language }) => language) };
}

/** Name of a data set: its title, or its DOI (which has no language) if it has no title. */
export function nameOf({ titles, titleLanguages, doi }: Titled & { doi: string }) {
  const [title] = titles;
  return title === undefined ? { text: doi, language: null } : { text: title, language: titleLanguages[0] ?? '' };
}
