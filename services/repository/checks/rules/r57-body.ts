import type { Language } from '@domain/language';

import { adultBmi, type BodyColumns, bodyColumns, type BodyReason, findBodyPeers, judgedBodiesSql } from '../body-sql';
import type { CheckedColumn } from '../checked-table';
import { formatNumber } from '../../format-number';
import type { RowsRule, RowsTest, RuleContext } from '../rule';
import { parameterFormatter } from './rule-message';

/**
 * Height, body mass or body mass index far from people of the same age and sex: from the reference of the World Health
 * Organization, beyond the bounds of adults, or far from the others in the file. Each cell has one reason. A computed body
 * mass index is shown at the body mass.
 */
export const r57: RowsRule = {
  id: 'R57',
  scope: 'rows',
  kinds: ['raw'],
  overridable: true,
  text: {
    en: '{{t}}: {{v}} {{u}} is far from people of the same age and sex ({{a}}).',
    de: '{{t}}: {{v}}\u00a0{{u}} liegt weit entfernt von Personen gleichen Alters und Geschlechts ({{a}}).',
  },
  find: async (look) => {
    const body = bodyColumns(look);
    if (!body) return [];
    const { height, mass, bmi } = body;
    const peers = await findBodyPeers(look, body);
    const rows = judgedBodiesSql(look, body, peers);
    // Without a column of its own, a body mass index is shown at the body mass.
    const heavy = bmi ? 'reason_mass' : 'coalesce(reason_mass, reason_bmi)';
    const shown: [CheckedColumn | null, reason: string, measure: string][] = [
      [height, 'reason_height', `'height'`],
      [mass, heavy, `case when reason_mass is null then 'bmi' else 'mass' end`],
      [bmi, 'reason_bmi', `'bmi'`],
    ];
    const counts = shown.map(([, reason], index) => `count(${reason}) as far${index}`);
    const [found = {}] = await look.ask(`select ${counts.join(', ')} from ${rows}`);
    return shown.flatMap(([column, reason, measure], index): RowsTest[] =>
      column && Number(found[`far${index}`]) > 0
        ? [{ column, sql: farSql(look, body, peers, { column, reason, measure }) }]
        : [],
    );
  },
  formatParameters: (parameters, column, language) => ({
    ...parameterFormatter('v')(parameters, column, language),
    a: reasonText(parameters.a as BodyReason, formatNumber(parameters.b, language), language),
    b: '',
  }),
};

function farSql(
  look: RuleContext,
  body: BodyColumns,
  peers: string,
  { column, reason, measure }: { column: CheckedColumn; reason: string; measure: string },
): string {
  const values = body.used.map((other) => look.cellOf(other).value);
  const others = ['"row"', `concat_ws('; ', ${values.join(', ')}) as value`, `${look.hit(column, 'any')} as is_named`];
  const number = (name: string) =>
    `case t when 'height' then ${name}_height when 'mass' then ${name}_mass else ${name}_bmi end`;
  return `select "row", value, t, round(${number('x')}, 1) as v, a, round(${number('score')}, 1) as b
    from (select *, ${measure} as t, ${reason} as a from ${judgedBodiesSql(look, body, peers, others)} where not is_named)
    where a is not null`;
}

function reasonText(reason: BodyReason, score: string, language: Language): string {
  const isGerman = language === 'de';
  const { min, max } = adultBmi;
  switch (reason) {
    case 'reference':
      return isGerman
        ? `Referenz der Weltgesundheitsorganisation, z = ${score}`
        : `World Health Organization reference, z = ${score}`;
    case 'adults':
      return isGerman ? `Erwachsene, erwartet ${min} bis ${max}` : `adults, expected ${min} to ${max}`;
    case 'file':
      return isGerman ? `in dieser Datei, z = ${score}` : `in this file, z = ${score}`;
  }
}
