/**
 * Plain text of a licence as the repository keeps it: its first paragraph is its name, which the page has
 * as heading; then sections, each with a line '2. What you may do' and paragraphs, of which the numbered
 * ones start with '(1) '.
 */
export function LicenceText({ text }: { text: string }) {
  const [, ...sections] = text.trim().split(/\n{2,}/);
  return sections.map((section) => {
    const [heading = '', ...lines] = section.split('\n');
    return (
      <section key={heading}>
        <h2>{heading}</h2>
        {lines
          .join('\n')
          .split(/\n(?=\(\d+\) )/)
          .map((paragraph) => (
            <p key={paragraph}>{paragraph.replaceAll('\n', ' ')}</p>
          ))}
      </section>
    );
  });
}
