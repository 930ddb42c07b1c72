import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { languages } from '@domain/language';

import { checkRows, tableOf } from '../../../../tests/support/checked-rows';
import { startTableEngine } from '../../tables/duckdb-engine';
import type { TableEngine } from '../../context/table-engine';
import { ruleCases } from '../../../../tests/fixtures/rule-cases';
import { vocabulary } from '../../vocabulary';
import type { Rule } from '../rule';
import { findRule, rules, rulesOf } from './';
import { ruleMessage } from './rule-message';

let folder: string;
let tables: TableEngine;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'rules-'));
  tables = await startTableEngine({ tempDir: folder });
});
afterAll(async () => {
  await tables.close();
  await rm(folder, { recursive: true, force: true });
});

const withCodes = (numbers: number[]) => ({ texts: vocabulary.missingCodes, numbers });
const ids = rules.map(({ id }) => id);

describe('the list of rules', () => {
  it('contains each rule once, each with a case', () => {
    expect(ids).toEqual([...new Set(ids)]);
    for (const id of ids) expect(id).toMatch(/^R\d\d$/);
    expect([...new Set(ruleCases.map(({ rule }) => rule))].toSorted()).toEqual(ids.toSorted());
  });

  it('has messages in both languages with the same placeholders', () => {
    for (const rule of rules) {
      const named = languages.map((language) => rule.text[language].match(/\{\{\w\}\}/g)?.toSorted() ?? []);
      expect(named[0], rule.id).toEqual(named[1]);
      expect(rule.text.en).not.toBe(rule.text.de);
    }
  });

  it('has a remedy exactly for the rules that cannot be overridden', () => {
    for (const { id, overridable, remedy } of rules) {
      expect([id, remedy !== undefined], id).toEqual([id, !overridable]);
      for (const language of languages) expect(remedy?.[language] ?? '.', id).toMatch(/\.$/);
    }
  });

  it('writes rows and counts with the separators of the language', () => {
    const [same, code] = ['R11', 'R09'].map((id) => findRule(id) as Rule) as [Rule, Rule];
    expect(ruleMessage(same, { r: '8954' }, null, 'en')).toBe('Identical to row 8,954.');
    expect(ruleMessage(same, { r: '8954' }, null, 'de')).toBe('Identisch mit Zeile 8.954.');
    expect(ruleMessage(code, { v: '9999', n: '1200' }, null, 'en')).toContain('9999 occurs 1,200 times');
  });

  it('checks a cell in this order: what it is, whether it is possible, whether it is usual', () => {
    const order = rulesOf('raw').cell.map(({ id }) => id);
    const first = ['R01', 'R16', 'R17', 'R05', 'R12', 'R02', 'R04', 'R03'];
    expect(order.filter((id) => first.includes(id))).toEqual(first);
  });
});

describe.each(ruleCases)(
  '$rule: $of',
  ({ rule, kind = 'raw', targets, goodTargets = targets, codes = [], bad, good, cell, en, de }) => {
    it('finds the problem, with its message in both languages', async () => {
      const found = await checkRows(tables, folder, { ...tableOf(kind, targets), missing: withCodes(codes) }, bad);
      const problems = found('en').filter((problem) => problem.rule === rule);
      expect(problems[0]).toMatchObject({ cell, warning: en });
      expect(found('de').find((problem) => problem.rule === rule)).toMatchObject({ cell, warning: de });
      expect(problems.map(({ id }) => id)).toEqual([...new Set(problems.map(({ id }) => id))]);
    });

    it('finds nothing in good data', async () => {
      const found = await checkRows(tables, folder, { ...tableOf(kind, goodTargets), missing: withCodes(codes) }, good);
      expect(found('en').filter((problem) => problem.rule === rule)).toEqual([]);
    });
  },
);
