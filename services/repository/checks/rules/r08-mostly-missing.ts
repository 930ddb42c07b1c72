import type { ColumnRule } from '../rule';

/** More than half of the values of a column are missing. Remarks are exempt, because few people need one. */
export const r08: ColumnRule = {
  id: 'R08',
  scope: 'column',
  kinds: ['raw', 'agg'],
  overridable: true,
  text: { en: '{{c}}: {{n}}% of the values are missing.', de: '{{c}}: {{n}}\u00a0% der Werte fehlen.' },
  // Of the ages of a group one end may be open: 'U8'.
  measures: ({ target, part }, { missing }) =>
    target.type === 'none' || target.key === 'remark' || part
      ? null
      : { rows: 'count(*)', missing: `count_if(${missing})` },
  find: (_column, { rows = 0, missing = 0 }) =>
    missing * 2 > rows ? { n: String(Math.floor((missing / rows) * 100)) } : null,
};
