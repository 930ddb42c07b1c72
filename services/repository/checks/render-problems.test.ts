import { describe, expect, it } from 'vitest';

import { languages } from '@domain/language';

import { findTarget, vocabulary } from '../vocabulary';
import { missingCodes, type CheckedColumn } from './checked-table';
import { commentFinder, renderProblems } from './render-problems';

function column(position: number, name: string, key: string, unit: string): CheckedColumn {
  const mapped = findTarget(vocabulary, 'raw', key, unit);
  if (!mapped) throw new Error(`no target ${key} in ${unit}`);
  return { ...mapped, position, name };
}

const columns = [column(2, 'Größe', 'height', 'm'), column(27, 'Sex', 'sex', 'm/w')];
const group = { canOverride: true, count: 1, parameters: {}, cells: [] };

describe('renderProblems', () => {
  it('formats numbers and labels for the language', () => {
    const height = {
      ...group,
      rule: 'R03',
      column: 2,
      parameters: { a: '85', b: '210' },
      cells: [{ row: 17, parameters: { v: '212.5' } }],
    };
    const warnings = languages.map((language) => renderProblems([height], [], columns, language)[0]);
    expect(warnings[0]).toEqual({
      id: 'R03-2-17',
      cell: 'C/17',
      row: 17,
      column: 'Größe',
      rule: 'R03',
      group: 'R03-2',
      more: 0,
      comment: '',
      byGroup: false,
      remedy: '',
      canOverride: true,
      warning: 'Body height: 212.5 cm is unusual (expected 85 to 210).',
    });
    expect(warnings[1]?.warning).toBe('Körpergröße: 212,5\u00a0cm ist ungewöhnlich (erwartet 85 bis 210).');
  });

  it('puts problems that cannot be overridden first and shows the rest of a group in one line', () => {
    const cells = [2, 3].map((row) => ({ row, parameters: { v: `q${row}` } }));
    const codes = {
      ...group,
      rule: 'R05',
      column: 27,
      canOverride: false,
      count: 9,
      cells,
      parameters: { nextRow: '8', 'next-v': '{c}' },
    };
    const table = {
      ...group,
      rule: 'R40',
      column: null,
      parameters: { a: 'tests,age' },
      cells: [{ row: 0, parameters: {} }],
    };
    const comments = [{ rule: 'R40', column: -1, cell: 0, comment: 'Vorstudie' }];
    const problems = renderProblems([table, codes], comments, columns, 'de');
    expect(problems.map(({ id, cell, more }) => [id, cell, more])).toEqual([
      ['R05-27-2', 'AB/2', 0],
      ['R05-27-3', 'AB/3', 0],
      ['R05-27-more', 'AB/8', 7],
      ['R40-T-0', '', 0],
    ]);
    expect(problems[2]?.warning).toBe(
      'und 7 weitere, zum Beispiel: Unbekannter Code „{c}“ für Geschlecht. Erlaubt: m, w, d, x.',
    );
    expect(problems[3]).toMatchObject({
      comment: 'Vorstudie',
      warning: 'Keine Spalte zugeordnet für: motorische Tests oder Alter. Die Suche danach findet den Datensatz nicht.',
    });
  });
});

describe('commentFinder', () => {
  const found = { rule: 'R03', column: 2, cells: [{ row: 5 }, { row: 6 }] };
  const comments = [
    { rule: 'R03', column: 2, cell: 5, comment: 'own' },
    { rule: 'R03', column: 2, cell: 90, comment: 'own, not listed' },
    { rule: 'R03', column: 2, cell: -1, comment: 'rest' },
    { rule: 'R03', column: 2, cell: -2, comment: 'all' },
    { rule: 'R04', column: 2, cell: -2, comment: 'of another rule' },
  ];

  it('prefers the comment of the cell, then that of the rest, then that of the group', () => {
    const commentOn = commentFinder(comments);
    expect([5, 6, 90, 91, -1].map((position) => commentOn(found, position))).toEqual([
      'own',
      'all',
      'own, not listed',
      'rest',
      'rest',
    ]);
    expect(commentFinder(comments.slice(3))(found, 91)).toBe('all');
    expect(commentFinder([])(found, 5)).toBe('');
  });
});

describe('missingCodes', () => {
  it('accepts one or several declared codes per value, and compares numbers by value', () => {
    const codes = missingCodes(['na'], [{ id: 31, values: ['-9, 99', '−99', 'Krank', '9,9'] }]);
    expect(codes.texts).toEqual(['na', '-9', '99', '-99', 'krank', '9,9']);
    expect(codes.numbers).toEqual([-9, 99, -99, 9.9]);
    expect(missingCodes(['na'], [{ id: 30, values: ['-9'] }])).toEqual({ texts: ['na'], numbers: [] });
  });
});
