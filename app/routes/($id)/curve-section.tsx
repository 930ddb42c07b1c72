/** Id of the heading of the curve of the day. */
export const curveId = 'curve-of-the-day';

/** The curve of the day, which leads to comparisons; `html` is our own markup. */
export function CurveSection({ html }: { html: string }) {
  return <section aria-labelledby={curveId} dangerouslySetInnerHTML={{ __html: html }} />;
}
