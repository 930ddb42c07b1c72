import type { Bilingual } from '@domain/language';

import { columnOf, type CheckedColumn } from '../checked-table';
import { rangeOf } from '../number-range';
import type { ColumnRule, RuleContext } from '../rule';
import { parameterFormatter } from './rule-message';

/** Another way to score or run a test, recognised by values that only it produces. */
interface Scoring {
  name: Bilingual;
  /**
   * Values from `from` to `to` are rare in the test itself. `to` is smaller than `from` if low values are the rare
   * ones.
   */
  from: number;
  to: number;
}

const speed: Bilingual = { en: 'speed in m/s', de: 'Geschwindigkeit in m/s' };
/** Source of the sums: domain facts, 5 (R27). Own estimates: sit-ups in 60 s, and speeds. */
const scorings: Record<string, Scoring> = {
  jumpside15: { name: { en: 'sum of two trials', de: 'Summe aus zwei Versuchen' }, from: 60, to: 120 },
  balback: { name: { en: 'sum of nine trials', de: 'Summe aus neun Versuchen' }, from: 48, to: 72 },
  situp40: { name: { en: 'sit-ups in 60 s', de: 'Sit-ups in 60 Sekunden' }, from: 45, to: 90 },
  dash20hand: { name: speed, from: 3, to: 2 },
  dash20gate: { name: speed, from: 2.7, to: 2 },
};
/** Own estimates: minimum share of values that only the other scoring produces, maximum share that neither produces. */
const share = { scoring: 0.05, neither: 0.01 };
/** Own estimate: fewer values may be mistakes. */
const minValues = 2;
/** If a time increases with these results, it is actually a speed. */
const abilities = ['slj', 'run6min', 'jumpreach', 'medball1', 'cooper12', 'shuttle20'];
const minPersons = 30;
const minCorrelation = 0.3;

/** The values look like another scoring, or increase in the wrong direction. */
export const r27: ColumnRule = {
  id: 'R27',
  scope: 'column',
  kinds: ['raw'],
  overridable: true,
  text: {
    en: '{{t}}: the values look as if they were scored in another way ({{a}}).',
    de: '{{t}}: Die Werte sehen nach einer anderen Wertung aus ({{a}}).',
  },
  measures: (column, { number }, table) => {
    const scoring = scoringOf(column);
    if (!scoring) return null;
    const { from, to } = scoring;
    const range = rangeOf(column, table);
    if (to > from && range && range.max <= from) return null;
    const [like, beyond] =
      to > from
        ? [`${number} > ${from} and ${number} <= ${to}`, `${number} > ${to}`]
        : [`${number} < ${from} and ${number} >= ${to}`, `${number} < ${to}`];
    return { values: `count(${number})`, like: `count_if(${like})`, beyond: `count_if(${beyond})` };
  },
  find: async (column, { values = 0, like = 0, beyond = 0 }, look) => {
    const found = { a: column.target.key };
    const many = like >= minValues && like >= values * share.scoring;
    if (many && beyond <= values * share.neither) return found;
    return scoringOf(column)?.name === speed && (await growsWithAbility(column, look)) ? found : null;
  },
  formatParameters: (parameters, column, language) => ({
    ...parameterFormatter()(parameters, column, language),
    a: scorings[parameters.a ?? '']?.name[language] ?? '',
  }),
};

function scoringOf({ target, unit }: CheckedColumn): Scoring | null {
  // With any other unit, the contributor has stated how the values were scored.
  return unit.unit === target.units[0]?.unit ? (scorings[target.key] ?? null) : null;
}

async function growsWithAbility(time: CheckedColumn, look: RuleContext): Promise<boolean> {
  const ability = columnOf(look.table, ...abilities);
  if (!ability) return false;
  const numbers = [time, ability].map((column) => look.cellOf(column).number).join(', ');
  const [row] = await look.ask(
    `select corr(${numbers}) as r, regr_count(${numbers}) as n from ${look.cells([time, ability])}`,
  );
  return Number(row?.n ?? 0) >= minPersons && Number(row?.r ?? 0) >= minCorrelation;
}
