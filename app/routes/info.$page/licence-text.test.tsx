import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { LicenceText } from './licence-text';

test('a licence is shown in sections with numbered paragraphs; a number within a sentence does not start one', () => {
  const text = [
    'A licence, version 1.0',
    '2. What you may do\n(1) Use the\ndata under 2 (4) freely.\n(2) Cite them.',
    '3. End\nIt lasts until you\nhave deleted the data.',
  ].join('\n\n');
  expect(renderToStaticMarkup(<LicenceText text={`${text}\n`} />)).toBe(
    '<section id="section-2"><h2>2. What you may do</h2><p>(1) Use the data under 2 (4) freely.</p><p>(2) Cite them.</p></section>' +
      '<section id="section-3"><h2>3. End</h2><p>It lasts until you have deleted the data.</p></section>',
  );
});
