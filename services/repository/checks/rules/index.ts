import type { UploadKind } from '@domain/upload-id';

import type { CellRule, ColumnRule, Rule, RowRule, RowsRule, TableRule } from '../rule';
import { r01 } from './r01-not-a-number';
import { r02 } from './r02-impossible';
import { r03 } from './r03-unusual';
import { r04 } from './r04-not-whole';
import { r05 } from './r05-unknown-code';
import { r06 } from './r06-sex-without-labels';
import { r07 } from './r07-missing';
import { r08 } from './r08-mostly-missing';
import { r09 } from './r09-missing-code';
import { r10 } from './r10-person-twice';
import { r11 } from './r11-equal-rows';
import { r12 } from './r12-zero';
import { r13 } from './r13-other-unit';
import { r14 } from './r14-mixed-decimals';
import { r15 } from './r15-thousands';
import { r16 } from './r16-date';
import { r17 } from './r17-not-a-time';
import { r18 } from './r18-unit-in-cell';
import { r19 } from './r19-bmi';
import { r20 } from './r20-age';
import { r21 } from './r21-test-date';
import { r22 } from './r22-birth-date';
import { r23 } from './r23-personal-data';
import { r24 } from './r24-identifiable';
import { r25 } from './r25-result-of-trials';
import { r26 } from './r26-trials-differ';
import { r27 } from './r27-other-scoring';
import { r28 } from './r28-walking-backwards';
import { r29 } from './r29-cases-not-whole';
import { r30 } from './r30-few-cases';
import { r31 } from './r31-negative-deviation';
import { r32 } from './r32-deviation-of-cases';
import { r33 } from './r33-order';
import { r34 } from './r34-percentiles';
import { r35 } from './r35-deviation-of-range';
import { r36 } from './r36-ages';
import { r37 } from './r37-group-twice';
import { r38 } from './r38-cases-of-both-sexes';
import { r39 } from './r39-same-target';
import { r40 } from './r40-not-searchable';
import { r41 } from './r41-far-from-peers';
import { r42 } from './r42-broken-characters';
import { r43 } from './r43-year';
import { r44 } from './r44-not-a-date';
import { r45 } from './r45-no-such-day';
import { r46 } from './r46-part-of-a-date';
import { r47 } from './r47-tested-at-birth';
import { r48 } from './r48-impossible-age';
import { r49 } from './r49-unusual-age';
import { r50 } from './r50-order-of-day-and-month';
import { r51 } from './r51-range';
import { r52 } from './r52-mean-of-several';
import { r53 } from './r53-unknown-unit';
import { r54 } from './r54-thousands-or-decimal';
import { r55 } from './r55-other-unit-in-cell';
import { r56 } from './r56-missing-code-elsewhere';
import { r57 } from './r57-body';
import { r58 } from './r58-far-from-the-file';
import { r59 } from './r59-grade-and-age';
import { r60 } from './r60-lost-zero';
import { r61 } from './r61-no-postal-code';
import { r62 } from './r62-name-or-address';
import { r63 } from './r63-unknown-test';
import { r64 } from './r64-unit-of-test';
import { r65 } from './r65-split-cell';
import { r66 } from './r66-large-deviation';
import { r67 } from './r67-standard-error';
import { r68 } from './r68-small-deviation';
import { r69 } from './r69-confidence-limits';
import { r70 } from './r70-person-differs';
import { r71 } from './r71-mean-age';
import { r72 } from './r72-percentiles-in-rows';
import { r73 } from './r73-declared-code';
import { r74 } from './r74-no-deviation';

/** Rules that check one cell. The first hit wins. (R07 only hits empty cells.) */
const cellRules: CellRule[] = [
  r65,
  r51,
  r52,
  r53,
  r01,
  r16,
  r43,
  r45,
  r44,
  r17,
  r05,
  r64,
  r12,
  r55,
  r02,
  r29,
  r31,
  r30,
  r04,
  r03,
  r54,
  r15,
  r18,
  r62,
  r42,
  r07,
];
const rowRules: RowRule[] = [
  r19,
  r20,
  r21,
  r47,
  r48,
  r25,
  r26,
  r28,
  r32,
  r33,
  r34,
  r35,
  r36,
  r59,
  r60,
  r66,
  r67,
  r68,
  r69,
  r71,
  r74,
];
const rowsRules: RowsRule[] = [r63, r10, r11, r37, r38, r41, r56, r57, r58, r61, r49, r70];
const columnRules: ColumnRule[] = [r06, r08, r09, r13, r14, r22, r23, r27, r46, r50, r73];
const tableRules: TableRule[] = [r24, r39, r40, r72];

/** All check rules. To add one, create a module in this folder and add it to one of the lists above. */
export const rules: readonly Rule[] = [...cellRules, ...rowRules, ...rowsRules, ...columnRules, ...tableRules];
const byId = new Map(rules.map((rule) => [rule.id, rule]));

export function findRule(id: string): Rule | null {
  return byId.get(id) ?? null;
}

/** The rules for raw or aggregated data, by scope. */
export function rulesOf(kind: UploadKind) {
  const ofKind = <R extends Rule>(list: R[]) => list.filter((rule) => rule.kinds.includes(kind));
  return {
    cell: ofKind(cellRules),
    row: ofKind(rowRules),
    rows: ofKind(rowsRules),
    column: ofKind(columnRules),
    table: ofKind(tableRules),
  };
}
