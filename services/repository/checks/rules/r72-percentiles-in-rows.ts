import { sqlText } from '../../context/table-engine';
import type { TableRule } from '../rule';

/** Headers of columns with percentiles. */
const percentileHeader = /per[cz]entil|centile|prozentrang|quantil|^(perc|pr|pz|perz)\.?$/i;
/** A percentile as written: 3, P3, 3. or 3 %. */
const percentile = String.raw`(p\s*)?\d{1,2}([.,]\d)?\s*(\.|%|th)?`;
/** Own estimate: a list of percentiles has at least this many. */
const fewest = 3;

/** A row for each percentile of a group. No target means that, so the groups would be counted once per percentile. */
export const r72: TableRule = {
  id: 'R72',
  scope: 'table',
  kinds: ['agg'],
  overridable: true,
  text: {
    en: 'Column {{v}} seems to hold percentiles in rows. Give each percentile a column of its own (P3, P10, P25 …), with one row per group.',
    de: 'Die Spalte {{v}} enthält anscheinend Perzentile in Zeilen. Geben Sie jedem Perzentil eine eigene Spalte (P3, P10, P25 …), mit einer Zeile je Gruppe.',
  },
  find: async (look) => {
    const { headers, columns } = look.table;
    const statistics = new Set(columns.flatMap(({ target, position }) => (target.statistic ? [position] : [])));
    for (const [position, header] of headers.entries()) {
      if (!percentileHeader.test(header) || statistics.has(position)) continue;
      const text = `trim(lower(c${position}))`;
      const [row] = await look.ask(
        `select count(${text}) as filled, count(distinct ${text}) as different,
           count_if(regexp_full_match(${text}, ${sqlText(percentile)})) as percentiles from ${look.cells([])}`,
      );
      const { filled, different, percentiles } = row ?? {};
      const isRepeated = Number(different) >= fewest && Number(filled) > Number(different);
      if (isRepeated && percentiles === filled) return [{ column: null, parameters: { v: header } }];
    }
    return [];
  },
};
