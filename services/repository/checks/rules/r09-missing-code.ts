import { missingValueCodes } from '../../vocabulary/cell-patterns';
import { readRangeOf } from '../number-range';
import type { ColumnRule } from '../rule';
import { parameterFormatter } from './rule-message';

/** Fewer occurrences may be real values. Own estimate. */
const minTimes = 2;
/** Own estimate: a code is isolated if no other value is within this share of it plus this distance. */
const isolation = { share: 0.2, distance: 1 };

/**
 * Value that looks like a missing-value code: it occurs more than once and no other value is near it. Codes declared by
 * the metadata or the file already count as missing.
 */
export const r09: ColumnRule = {
  id: 'R09',
  scope: 'column',
  kinds: ['raw', 'agg'],
  overridable: true,
  text: {
    en: '{{c}}: {{v}} occurs {{n}} times and may mean "missing".',
    de: '{{c}}: {{v}} kommt {{n}}-mal vor und bedeutet vielleicht „fehlend“.',
  },
  measures: (column, { missing }, table) => {
    const range = readRangeOf(column, table);
    const codes = missingValueCodes.filter((code) => !range || (code >= range.min && code <= range.max));
    return column.target.type === 'number' && codes.length > 0
      ? { suspects: `count_if(n${column.position} in (${codes.join(', ')}) and not ${missing})` }
      : null;
  },
  find: async (column, { suspects = 0 }, look) => {
    if (suspects < minTimes) return null;
    const reading = `n${column.position}`;
    const counts = missingValueCodes.map((code, index) => {
      const distance = Math.abs(code) * isolation.share + isolation.distance;
      const isNear = `${reading} between ${code - distance} and ${code + distance}`;
      return `count_if(${reading} = ${code}) as times${index}, count_if(${isNear}) as near${index}`;
    });
    const [row = {}] = await look.ask(
      `select ${counts.join(', ')} from ${look.cells([column])} where not ${look.cellOf(column).missing}`,
    );
    const [found] = missingValueCodes
      .map((code, index) => ({ code, times: Number(row[`times${index}`]), near: Number(row[`near${index}`]) }))
      .filter(({ times, near }) => times >= minTimes && near === times)
      .toSorted((a, b) => b.times - a.times);
    return found ? { v: String(found.code), n: String(found.times) } : null;
  },
  formatParameters: parameterFormatter('v'),
};
