import { Fragment } from 'react';

import { type LanguageText, otherLanguage, type TextLanguage } from '@domain/metadata/text-language';

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
  const titles = set.titles.map((text, index) => ({ text, language: set.titleLanguages[index] ?? '' }));
  const once = inOrderFor(reader, titles);
  return { ...set, titles: once.map(({ text }) => text), titleLanguages: once.map(({ language }) => language) };
}

function inOrderFor(reader: TextLanguage, titles: readonly LanguageText[]): LanguageText[] {
  const inOrder = [
    ...titles.filter(({ language }) => language === reader),
    ...titles.filter(({ language }) => language !== reader),
  ];
  return inOrder.filter(({ text }, index) => inOrder.findIndex((one) => one.text === text) === index);
}

interface TitledStudy {
  title: string | null;
  titleLanguage: TextLanguage;
  translatedTitle: string;
}

/** The titles of a study, the one in the reader's language first; none without a title of its own. */
export function titlesFor(
  { title, titleLanguage, translatedTitle }: TitledStudy,
  reader: TextLanguage,
): LanguageText[] {
  if (title === null) return [];
  const both = [
    { text: title, language: titleLanguage },
    { text: translatedTitle, language: otherLanguage(titleLanguage) },
  ];
  return inOrderFor(
    reader,
    both.filter(({ text }) => text !== ''),
  );
}

/** All titles but the first, which is above them. */
export function OtherTitles({ titles }: { titles: readonly LanguageText[] }) {
  return titles.slice(1).map(({ text, language }) => (
    <p key={text} className="other-title">
      <ContributedText language={language}>{text}</ContributedText>
    </p>
  ));
}

/** All titles of a study as lines below a heading; nothing without one. */
export function TitleLines({ titles }: { titles: readonly LanguageText[] }) {
  const [title] = titles;
  if (!title) return null;
  return (
    <>
      <p>
        <ContributedText language={title.language}>{title.text}</ContributedText>
      </p>
      <OtherTitles titles={titles} />
    </>
  );
}

/** Name of a data set: its title, or its DOI (which has no language) if it has no title. */
export function nameOf({ titles, titleLanguages, doi }: Titled & { doi: string }) {
  const [title] = titles;
  return title === undefined ? { text: doi, language: null } : { text: title, language: titleLanguages[0] ?? '' };
}
