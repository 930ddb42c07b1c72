import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import type { InfoPage } from '~/paths';

interface Section {
  heading: string;
  text: string;
}

/** Sections of a page, in the order of its locale file. */
export function InfoSections({ page }: { page: InfoPage }) {
  const { t } = useTranslation('info');
  const sections = t(`${page}.sections`, { returnObjects: true }) as Record<string, Section>;
  return Object.entries(sections).map(([key, { heading, text }]) => (
    <section key={key} aria-labelledby={key}>
      <h2 id={key}>{heading}</h2>
      <InfoText text={text} headingLevel={3} />
    </section>
  ));
}

/**
 * Plain text as it stands in locale files and licences: paragraphs parted by an empty line. A paragraph
 * whose lines start with '- ' is a list; a first line '2. What you may do' is a heading, and a line
 * that starts with '(1) ' a paragraph of its own.
 */
export function InfoText({ text, headingLevel = 2 }: { text: string; headingLevel?: 2 | 3 }) {
  return text
    .trim()
    .split(/\n{2,}/)
    .map((block, index) => <Block key={index} block={block} headingLevel={headingLevel} />);
}

function Block({ block, headingLevel }: { block: string; headingLevel: 2 | 3 }): ReactNode {
  const lines = block.split('\n');
  if (lines.every((line) => line.startsWith('- '))) {
    return (
      <ul>
        {lines.map((line) => (
          <li key={line}>{line.slice(2)}</li>
        ))}
      </ul>
    );
  }
  const [first = '', ...rest] = lines;
  if (!/^\d+\. \S/.test(first) || rest.length === 0) return <p>{lines.join(' ')}</p>;
  const Heading = `h${headingLevel}` as const;
  return (
    <section>
      <Heading>{first}</Heading>
      {rest
        .join('\n')
        .split(/\n(?=\(\d+\) )/)
        .map((paragraph) => (
          <p key={paragraph}>{paragraph.replaceAll('\n', ' ')}</p>
        ))}
    </section>
  );
}
