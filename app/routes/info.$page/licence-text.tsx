import { parseLicenceText } from '@domain/licences';

/** The text of a licence, whose name is the page's heading. Sections can be linked to by their number. */
export function LicenceText({ text }: { text: string }) {
  return parseLicenceText(text).sections.map(({ heading, paragraphs }) => (
    <section key={heading} id={`section-${Number.parseInt(heading)}`}>
      <h2>{heading}</h2>
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </section>
  ));
}
