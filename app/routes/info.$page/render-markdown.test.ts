import { expect, test } from 'vitest';

import { fillPlaceholders, keepLines } from './fill-placeholders';
import { renderMarkdown } from './render-markdown';

test('a document has a separate title, stable ids, and its first paragraph as description', () => {
  const { title, description, html, headings } = renderMarkdown(
    '# Manual\n\nAll *about* it.\n\n## Searching for {#searching}\n\nWords.\n',
  );
  expect({ title, description }).toEqual({ title: 'Manual', description: 'All about it.' });
  expect(headings).toEqual([{ depth: 2, id: 'searching', text: 'Searching for' }]);
  expect(html).toBe('<p>All <em>about</em> it.</p>\n<h2 id="searching">Searching for</h2>\n<p>Words.</p>\n');
});

test('a table names its columns and rows, and can be scrolled by keyboard', () => {
  const { html } = renderMarkdown('# T\n\n## Units {#units}\n\n| Test | Unit |\n| - | - |\n| Jump | cm |\n');
  expect(html).toContain('<div class="scroll-area" role="region" tabindex="0" aria-label="Units">');
  expect(html).toContain('<tr><th scope="col">Test</th><th scope="col">Unit</th></tr>');
  expect(html).toContain('<tr><th scope="row">Jump</th><td>cm</td></tr>');
});

test('HTML markup in a document is shown as text', () => {
  const { html } = renderMarkdown('# T\n\nAn <b onclick="x()">element</b>\n\n<script>alert(1)</script>\n');
  expect(html).not.toMatch(/<(b|script)/);
  expect(html).toContain('&lt;script&gt;');
});

test('a description is cut between words', () => {
  const { description } = renderMarkdown(`# T\n\n${'word '.repeat(60)}\n`);
  expect(description).toMatch(/^(word )*word…$/);
  expect(description.length).toBeLessThanOrEqual(160);
});

test('values of the operator are text, neither markup nor Markdown; addresses become links', () => {
  const values = {
    'operator.name': '<b>A & B</b> *x*',
    'operator.address': 'Street 1\n12345 Town',
    'operator.email': 'a@b.example',
    'operator.body': 'https://b.example/?a=1&b="2"',
  };
  const fill = (name: string) => fillPlaceholders(`{{operator.${name}}}`, values, 'not entered');
  expect(fill('name')).toBe('&lt;b&gt;A &amp; B&lt;/b&gt; *x*');
  expect(fill('address')).toBe('Street 1<br>12345 Town');
  expect(fill('email')).toBe('<a href="mailto:a@b.example">a@b.example</a>');
  expect(fill('body')).not.toContain('b="2"');
  expect(fill('phone')).toBe('not entered');
});

test('lines that do not apply are left out', () => {
  const source = '{{?a}}With a\n\n{{!a}}Without a\n\n- {{?b}}With b\n| {{!b}}Row | 1 |';
  expect(keepLines(source, { a: '1' })).toBe('With a\n\n\n| Row | 1 |');
  expect(keepLines(source, { b: '1' })).toBe('\nWithout a\n\n- With b');
});
