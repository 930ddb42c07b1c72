import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';

import type { Quality } from '@domain/api/quality';
import { languages } from '@domain/language';
import { QualitySection } from '~/components/data-set/quality-section';
import { i18nOf } from '~/i18n/instances.server';

import { qualityText } from '../../services/repository/packaging/quality-text';

const problems = { found: 3, corrected: 1, explained: 2, groupCount: 0, groups: [] };
const statement: Quality = {
  nr: 1,
  published: { day: '2025-03-04', tables: 1, rows: 2000, columns: 5, persons: 1 },
  check: { rulesVersion: '2026-11-25', day: '2025-02-01' },
  problems,
  corrections: [],
  rowsLeftOut: { rows: 3, reasons: [{ reason: 'blank', text: '', rows: 3 }] },
  tablesLeftOut: [],
  columns: [],
  review: { day: '2025-03-03', votes: ['2025-03-01', '2025-03-03'] },
};
const statements: Quality[] = [
  statement,
  {
    ...statement,
    published: { ...statement.published, rows: 1, persons: null },
    check: { rulesVersion: null, day: null },
    problems: { ...problems, found: 0 },
    rowsLeftOut: { rows: 0, reasons: [] },
    tablesLeftOut: [{ reason: 'cover', rows: 1 }],
    columns: [{ table: 'data', column: 'Name', outcome: 'left-out', reason: '' }],
    review: { day: '2025-03-03', votes: [] },
  },
];

test.each(languages)('the package tells every fact of the page with its heading, in %s', (language) => {
  for (const quality of statements) {
    const page = renderToStaticMarkup(
      <I18nextProvider i18n={i18nOf(language)}>
        <QualitySection quality={quality} sourceLanguage="de" />
      </I18nextProvider>,
    );
    const facts = [...page.matchAll(/<dt>([^<]*)<\/dt><dd>([^<]*)<\/dd>/g)];
    expect(facts).toHaveLength(7);
    const text = qualityText(quality, language);
    for (const [, heading, fact] of facts) expect(text).toContain(`\n${heading}\n  ${fact}\n`);
  }
});
