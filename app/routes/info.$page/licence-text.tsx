import { parseLicenceText } from '@domain/licences';

/** The text of a licence under the page's heading, which is its name; sections can be linked to by their number. */
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
