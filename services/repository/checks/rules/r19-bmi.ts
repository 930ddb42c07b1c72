import { columnOf } from '../checked-table';
import type { RowRule } from '../rule';
import { parameterFormatter } from './rule-message';

/** Own estimate: the effect of rounding height and mass, plus a margin. */
const tolerance = 0.5;

/** BMI that does not follow from height and mass. Shown at the BMI. */
export const r19: RowRule = {
  id: 'R19',
  scope: 'row',
  kinds: ['raw'],
  overridable: true,
  text: {
    en: 'BMI {{v}} does not fit height and mass (computed {{a}}).',
    de: 'BMI {{v}} passt nicht zu Größe und Gewicht (berechnet {{a}}).',
  },
  find: (table, cellOf) => {
    const [bmi, height, mass] = ['bmi', 'height', 'mass'].map((key) => columnOf(table, key));
    if (!bmi || !height || !mass) return [];
    const metres = `(nullif(${cellOf(height).number}, 0) / 100)`;
    const computed = `(${cellOf(mass).number} / (${metres} * ${metres}))`;
    const { number } = cellOf(bmi);
    const names = { v: number, a: `round(${computed}, 1)` };
    const condition = `abs(${number} - ${computed}) > ${tolerance}`;
    return [{ column: bmi, others: [height, mass], condition, names }];
  },
  formatParameters: parameterFormatter('va'),
};
