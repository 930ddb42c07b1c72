import { expect, test } from 'vitest';

import { sourceErrorPage } from './source-error';

test('the page about an error of the sources names the file and line, and escapes what the sources contain', () => {
  const error = Object.assign(new Error('Expected ">" but found "<"'), {
    id: '/project/app/footer.tsx',
    loc: { line: 29, column: 6 },
    frame: '28 | <script>\n29 | ',
  });
  error.stack = `Error: ${error.message}\n    at transform (/project/vite.js:1:2)`;
  const page = sourceErrorPage(error);
  expect(page).toContain('Expected &quot;&gt;&quot; but found &quot;&lt;&quot;');
  expect(page).toContain('/project/app/footer.tsx:29:6\n\n28 | &lt;script&gt;');
  expect(page).toContain('\n    at transform (/project/vite.js:1:2)</pre>');
  expect(sourceErrorPage('thrown text')).toContain('thrown text');
});
