import path from 'node:path';

import { z } from 'zod';

import { rootFolder } from '../../root-folder';
import { readRows, requiredNumber } from '../vocabulary/read-data';

/**
 * The growth reference of the World Health Organization for 5 to 19 years (de Onis et al. 2007, Bulletin of the World
 * Health Organization 85:660-667, tables at who.int/tools/growth-reference-data-for-5to19-years): L, M and S by sex and
 * month of age, body mass to 10 years only.
 */
const rows = readRows(path.join(rootFolder, 'services', 'repository', 'data'), 'who-2007.csv', {
  measure: z.enum(['height', 'mass', 'bmi']),
  unit: z.string(),
  sex: z.enum(['male', 'female']),
  age_months: requiredNumber,
  l: requiredNumber,
  m: requiredNumber,
  s: requiredNumber,
});

/** First and last month of age in the reference. */
export const growthMonths = { from: 60, to: 229 };

/** Measures of the reference. */
export type GrowthMeasure = (typeof rows)[number]['measure'];

const sexes = [
  ['male', 'm'],
  ['female', 'f'],
] as const;
const measures: GrowthMeasure[] = ['height', 'mass', 'bmi'];

/**
 * Relation of the reference: who_sex (m, f), who_month, and l, m and s of each measure (l_height …), NULL where it has
 * none.
 */
export const growthReferenceSql = buildSql();

function buildSql(): string {
  const byKey = new Map(
    rows.map(({ measure, sex, age_months: month, l, m, s }) => [`${measure} ${sex} ${month}`, [l, m, s].join(', ')]),
  );
  const months = [...new Set(rows.map((row) => row.age_months))];
  const values = sexes.flatMap(([name, code]) =>
    months.map((month) => {
      const facts = measures.map((measure) => byKey.get(`${measure} ${name} ${month}`) ?? 'null, null, null');
      return `('${code}', ${month}, ${facts.join(', ')})`;
    }),
  );
  const names = measures.flatMap((measure) => [`l_${measure}`, `m_${measure}`, `s_${measure}`]);
  return `(values ${values.join(', ')}) as reference (who_sex, who_month, ${names.join(', ')})`;
}

/** Beyond this distance, scores of the body mass index grow with the distance between two and three deviations. */
const restricted = 3;

/**
 * Distance of a number from the median of the reference, in standard deviations (Cole's LMS method). For a high body mass
 * index, the formula cannot exceed 4 or 5, however high it is. Its score is extrapolated beyond 3, as the World Health
 * Organization does.
 */
export function growthScoreSql(measure: GrowthMeasure, number: string): string {
  const [l, m, s] = ['l', 'm', 's'].map((name) => `${name}_${measure}`);
  const score = `(pow(${number} / ${m}, ${l}) - 1) / (${l} * ${s})`;
  if (measure !== 'bmi') return `case when ${number} > 0 then ${score} end`;
  const at = (deviations: number) => `(${m} * pow(1 + ${l} * ${s} * ${deviations}, 1 / ${l}))`;
  const beyond = `${restricted} + (${number} - ${at(restricted)}) / (${at(restricted)} - ${at(restricted - 1)})`;
  return `case when ${number} > ${at(restricted)} then ${beyond} when ${number} > 0 then ${score} end`;
}
