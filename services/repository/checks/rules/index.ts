import type { UploadKind } from '@domain/upload-id';

import type { CellRule, Rule, TableRule } from '../rule';
import { r01 } from './r01-not-a-number';
import { r02 } from './r02-impossible';
import { r03 } from './r03-unusual';
import { r05 } from './r05-unknown-code';
import { r07 } from './r07-missing';
import { r12 } from './r12-zero';
import { r39 } from './r39-same-target';
import { r40 } from './r40-not-searchable';

/** Rules that look at one cell, in the order in which the first hit wins (R07 is about empty cells alone). */
const cellRules: CellRule[] = [r01, r05, r12, r02, r03, r07];
const tableRules: TableRule[] = [r39, r40];

const rules = new Map<string, Rule>([...cellRules, ...tableRules].map((rule) => [rule.id, rule]));

export function findRule(id: string): Rule | null {
  return rules.get(id) ?? null;
}

export function cellRulesOf(kind: UploadKind): CellRule[] {
  return cellRules.filter((rule) => rule.kinds.includes(kind));
}

export function tableRulesOf(kind: UploadKind): TableRule[] {
  return tableRules.filter((rule) => rule.kinds.includes(kind));
}
