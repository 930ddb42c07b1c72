import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';

import type { RowsLeftOut } from '@domain/data-rows';
import { i18nOf } from '~/i18n/instances.server';

import { MappingText } from './mapping-text';
import type { MappingView } from './mapping-view';
import type { TableDataView } from './table-data';

const data: TableDataView = {
  leftOut: null,
  moreBlankRows: 0,
  isCut: false,
  rows: [],
  tests: [],
  lost: [],
  hasOthers: false,
};
const own: RowsLeftOut[] = [{ from: 2, to: 2, reason: 'user', text: 'trial', content: 'a; b' }];
const rows: RowsLeftOut[] = [{ from: 2, to: 2, reason: 'mean', text: 'Mittelwert' }];

function show(some: Partial<TableDataView>): string {
  const page = { number: 1, first: 'A', last: 'A', start: 0, end: 1 };
  const view: MappingView = {
    data: { ...data, ...some },
    table: { name: 'Messung', rowCount: 3, columnNames: ['Test'] },
    pages: [page],
    page,
    columns: [],
    rows: [],
    rowsAway: false,
    targets: [],
    choices: new Map(),
  };
  return renderToStaticMarkup(
    <I18nextProvider i18n={i18nOf('en')}>
      <MappingText view={view} />
    </I18nextProvider>,
  );
}

test.each([
  ['rows', { rows }, 'Mittelwert'],
  [
    'tests',
    { tests: [{ position: 0, spelling: 'fangen', text: 'Fangen', rows: 4, firstRows: [3, 5, 9] }] },
    '4 rows (3, 5, 9 …)</th><td>not one of the motor tests</td><td>Fangen',
  ],
  ['own rows', { rows: own }, 'left out by the contributor: trial</td><td>a; b'],
  ['blank rows that are not listed', { moreBlankRows: 7 }, '7 further blank rows are left out'],
])('who only reads a mapping sees %s that are left out', (_, some, expected) => {
  const shown = show(some);
  expect(shown).toContain(expected);
  expect(shown).not.toContain('counts as data');
});

test('nothing is said about rows left out where there are none', () => {
  expect(show({})).not.toContain('Rows that are not data');
});
