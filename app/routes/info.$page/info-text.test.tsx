import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { InfoText } from './info-text';

test('paragraphs and lists stand as they are written', () => {
  const text = 'One line\nand its next.\n\nThese:\n\n- first\n- second\n';
  expect(renderToStaticMarkup(<InfoText text={text} />)).toBe(
    '<p>One line and its next.</p><p>These:</p><ul><li>first</li><li>second</li></ul>',
  );
});

test('sections of a licence have headings; a number in brackets within a sentence starts nothing', () => {
  const text = '2. What you may do\n(1) Use the\ndata under 2 (4) freely.\n(2) Cite them.';
  expect(renderToStaticMarkup(<InfoText text={text} />)).toBe(
    '<section><h2>2. What you may do</h2><p>(1) Use the data under 2 (4) freely.</p><p>(2) Cite them.</p></section>',
  );
});
