import { ageInYears } from './age-sql';
import { codeSql } from './cell-sql';
import { type CheckedColumn, columnOf } from './checked-table';
import { type GrowthMeasure, growthMonths, growthReferenceSql, growthScoreSql } from './growth-reference';
import { type SqlRow, sqlText, type SqlValue } from '../context/table-engine';
import type { RuleContext } from './rule';

/** Own estimate: largest distance in standard deviations from the reference. Bodies farther from it are mostly mistakes. */
const farthest: Record<GrowthMeasure, number> = { height: 6, mass: 5, bmi: 5 };
/** Largest distance from people of the same sex and age (one year more or less) in the file, and how many they must be. */
const inFile = { farthest: 4, minPersons: 30 };
/** Body mass index that is usual for adults (domain; own estimate). */
export const adultBmi = { fromAge: 19, min: 14, max: 50 };

const measures: GrowthMeasure[] = ['height', 'mass', 'bmi'];

/** Why a measure is unusual: the reference, the bounds for adults, or the other people in the file. */
export type BodyReason = 'reference' | 'adults' | 'file';

/** The columns of a table that describe bodies. */
export interface BodyColumns {
  height: CheckedColumn | null;
  mass: CheckedColumn | null;
  bmi: CheckedColumn | null;
  used: CheckedColumn[];
  sex: string;
  years: string;
}

/** The columns of bodies with the age of the person; null if the table has none. */
export function bodyColumns({ table, cellOf }: RuleContext): BodyColumns | null {
  const age = ageInYears(table, cellOf);
  const sex = columnOf(table, 'sex');
  const [height, mass, bmi] = measures.map((key) => columnOf(table, key));
  const measured = [height, mass, bmi].flatMap((column) => column ?? []);
  if (!age || measured.length === 0) return null;
  return {
    height: height ?? null,
    mass: mass ?? null,
    bmi: bmi ?? null,
    used: [...measured, ...age.columns, ...(sex ? [sex] : [])],
    sex: sex ? codeSql(sex) : 'null',
    years: age.years,
  };
}

/**
 * Relation of the rows with what is unusual about each measure: x_, reason_ and score_ (standard deviations) of height,
 * mass and bmi. A body mass index that is not in the file is computed and not compared within the file, as its mass is.
 * Nothing is said about one that follows from an unusual height or mass. `peers` are those of `findBodyPeers`,
 * `others` further columns of the relation.
 */
export function judgedBodiesSql(look: RuleContext, body: BodyColumns, peers: string, others: string[] = []): string {
  const z = measures.flatMap((measure) => [
    `${growthScoreSql(measure, `x_${measure}`)} as who_${measure}`,
    `(${comparedSql(measure)} - mean_${measure}) / deviation_${measure} as file_${measure}`,
  ]);
  const reasons = measures.map((measure) => {
    const isAdult = `years >= ${adultBmi.fromAge} and x_bmi not between ${adultBmi.min} and ${adultBmi.max}`;
    return `case when abs(who_${measure}) > ${farthest[measure]} then 'reference'
      ${measure === 'bmi' ? `when ${isAdult} then 'adults'` : ''}
      ${measure === 'bmi' && !body.bmi ? '' : `when abs(file_${measure}) > ${inFile.farthest} then 'file'`} end as reason_${measure}`;
  });
  const scores = measures.map(
    (measure) =>
      `case reason_${measure} when 'reference' then who_${measure} else file_${measure} end as score_${measure}`,
  );
  return `(select * replace (case when reason_height is null and reason_mass is null then reason_bmi end as reason_bmi),
      ${scores.join(', ')}
    from (select *, ${reasons.join(', ')} from (select *, ${z.join(', ')} from (${bodiesSql(look, body, others)})
      left join ${growthReferenceSql} on who_sex = sex and who_month = month
      left join ${peers} on peer_sex = sex and peer_years = floor(years))))`;
}

const peerNumbers = ['peer_years', ...measures.flatMap((measure) => [`mean_${measure}`, `deviation_${measure}`])];

/** The people of each sex and age in the file, as a list of values, so that the rows are compared without being kept. */
export async function findBodyPeers(look: RuleContext, body: BodyColumns): Promise<string> {
  const rows = await look.ask(`with sums as (${sumsSql(bodiesSql(look, body, []))}) ${peersSql()}`);
  const textOf = (value: SqlValue | undefined) =>
    value === null || value === undefined ? 'null' : sqlText(String(value));
  const values = [{}, ...rows].map((row: SqlRow) => {
    const numbers = peerNumbers.map((name) => `cast(${textOf(row[name])} as double)`);
    return `(${[textOf(row.peer_sex), ...numbers].join(', ')})`;
  });
  return `(values ${values.join(', ')}) as peers (peer_sex, ${peerNumbers.join(', ')})`;
}

function bodiesSql(look: RuleContext, { height, mass, bmi, used, sex, years }: BodyColumns, others: string[]): string {
  const numberOf = (column: CheckedColumn | null) =>
    column ? `case when not ${look.hit(column, 'refused')} then ${look.cellOf(column).number} end` : 'null';
  const computed = 'x_mass / ((x_height / 100) * (x_height / 100))';
  const whole = `case when years = trunc(years) then 6 else 0 end`;
  return `select *, ${bmi ? 'own_bmi' : `case when x_height > 0 then ${computed} end`} as x_bmi,
      case when years >= ${growthMonths.from / 12} then
        case when years * 12 < ${growthMonths.to + 1} then least(floor(years * 12) + ${whole}, ${growthMonths.to}) end end as month
    from (select ${[...others, ''].join(', ')}${sex} as sex, ${years} as years, cast(${numberOf(height)} as double) as x_height,
        cast(${numberOf(mass)} as double) as x_mass, cast(${numberOf(bmi)} as double) as own_bmi
      from ${look.cells(used)})`;
}

/** Mass and body mass index are compared by their logarithms, because heavy people are farther from the mean than light ones. */
function comparedSql(measure: GrowthMeasure): string {
  return measure === 'height' ? 'x_height' : `case when x_${measure} > 0 then ln(x_${measure}) end`;
}

function sumsSql(bodies: string): string {
  const sums = measures.map((measure) => {
    const x = comparedSql(measure);
    return `count(${x}) as n_${measure}, sum(${x}) as sum_${measure}, sum(${x} * ${x}) as squares_${measure}`;
  });
  return `select sex as sum_sex, floor(years) as sum_years, ${sums.join(', ')} from (${bodies})
    where sex is not null and years is not null group by all`;
}

/** Mean and deviation of the people of one sex and age, one year more or less. */
function peersSql(): string {
  const statistics = measures.map((measure) => {
    const [n, sum, squares] = ['n', 'sum', 'squares'].map((name) => `sum(near.${name}_${measure})`);
    const deviation = `sqrt(greatest(0, (${squares} - ${sum} * ${sum} / ${n}) / (${n} - 1)))`;
    return `${sum} / ${n} as mean_${measure},
      case when ${n} >= ${inFile.minPersons} then nullif(${deviation}, 0) end as deviation_${measure}`;
  });
  return `select own.sum_sex as peer_sex, own.sum_years as peer_years, ${statistics.join(', ')}
    from sums as own join sums as near
      on near.sum_sex = own.sum_sex and near.sum_years between own.sum_years - 1 and own.sum_years + 1
    group by all`;
}
