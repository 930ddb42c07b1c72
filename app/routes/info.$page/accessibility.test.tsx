import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';

import { i18nOf } from '~/i18n/instances.server';

import { AccessibilityFindings, type Finding } from './accessibility-findings';
import { accessibilityValues, type Assessment } from './accessibility.server';
import { documentSource, renderDocument } from './documents.server';

const finding: Finding = { screen: 'mapping', rule: 'color-contrast', language: 'de', scheme: 'dark' };
const assessed = (findings: Finding[]): Assessment => ({
  date: '2026-03-04',
  tool: 'axe-core 4.11.0',
  rules: 'wcag2a, wcag2aa',
  screens: 2,
  combinations: 4,
  findings,
});

/** The accessibility statement as text, with the given findings. */
function statement(results: Assessment, language: 'en' | 'de'): string {
  const values = accessibilityValues(results, language);
  const { before, after } = renderDocument(documentSource(language, 'accessibility'), language, values);
  const findings = renderToStaticMarkup(
    <I18nextProvider i18n={i18nOf(language)}>
      <AccessibilityFindings findings={results.findings} />
    </I18nextProvider>,
  );
  return `${before}${findings}${after}`;
}

test('with findings the statement says partially conformant and lists each with its combination', () => {
  const text = statement(assessed([finding]), 'en');
  expect(text).toContain('partially conformant');
  expect(text).not.toContain('the assessment found no problems');
  expect(text).toContain('one finding');
  expect(text).toContain('<tr><th scope="row">mapping</th><td>color-contrast</td><td>German</td><td>dark</td></tr>');
  expect(statement(assessed([finding]), 'de')).toMatch(/teilweise vereinbar[^]*mapping[^]*Deutsch[^]*dunkel/);
});

test('without findings it says so and names what remains, with the numbers, the tool and the day of the assessment', () => {
  const text = statement(assessed([]), 'en');
  expect(text).toContain('the assessment found no problems');
  expect(text).toContain('Links for a new password');
  expect(text).toContain('The automated assessment found no problems.');
  expect(text).toMatch(/2 screens[^]*4 combinations[^]*axe-core 4\.11\.0[^]*on 4 March 2026/);
  expect(text).toContain('prepared on 4 March 2026');
  expect(statement(assessed([]), 'de')).toContain('Die Bewertung ergab keine Befunde');
});

test('before an assessment it claims nothing', () => {
  const text = statement({ ...assessed([]), screens: 0 }, 'en');
  expect(text).toContain('has not been assessed as a whole yet');
  expect(text).not.toMatch(/the assessment found no problems|screens were opened/);
});
