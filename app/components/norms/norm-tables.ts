import type { TFunction } from 'i18next';

import type { Norms } from '@domain/api/norms';
import { normPercentiles } from '@domain/norms/age-groups';
import type { SpreadsheetCell } from '@domain/spreadsheet-csv';

import { countryName } from './norm-words';

type Rows = SpreadsheetCell[][];
type Columns = (
  | 'sex'
  | 'age'
  | 'n'
  | 'nr'
  | 'title'
  | 'kind'
  | 'ageFrom'
  | 'ageTo'
  | 'median'
  | 'standing'
  | 'placed'
  | 'mean'
  | 'sd'
  | 'year'
  | 'country'
  | 'expected'
  | 'below'
)[];

/** Tables of the page as files, by their names. */
export type NormTable = 'percentiles' | 'studies' | 'aggregated' | 'trend' | 'fit';

/** Digits of numbers in files. The page shows fewer; more would be noise of the computation. */
const significant = 6;

/**
 * A table of the page as rows for a spreadsheet: the heads, then numbers without units. `source` tells where they come from, in
 * the last column of each row, so that a row that is copied is still cited.
 */
export function tableRows(table: NormTable, norms: Norms, source: string, t: TFunction): Rows {
  const [heads, ...rows] = makers[table](norms, t);
  return [[...(heads ?? []), t('compare:columns.source')], ...rows.map((row) => [...row.map(shortened), source])];
}

function shortened(cell: SpreadsheetCell): SpreadsheetCell {
  return typeof cell === 'number' ? Number(cell.toPrecision(significant)) : cell;
}

const makers: Record<NormTable, (norms: Norms, t: TFunction) => Rows> = {
  percentiles: percentileRows,
  studies: studyRows,
  aggregated: pointRows,
  trend: trendRows,
  fit: fitRows,
};

const headsOf = (t: TFunction, columns: Columns) => columns.map((column) => t(`compare:columns.${column}`));
const sexName = (t: TFunction, sex: 'f' | 'm') => t(`compare:form.sexes.${sex}`);
const named = normPercentiles.map((percentile) => `P${percentile}`);

function percentileRows({ groups }: Norms, t: TFunction): Rows {
  const parts = ['smooth', 'empirical', 'low', 'high'] as const;
  const heads = named.flatMap((percentile) => parts.map((part) => t(`compare:columns.${part}`, { percentile })));
  return [
    [...headsOf(t, ['sex', 'age', 'n']), ...heads],
    ...groups.flatMap(({ sex, ages }) =>
      ages.map(({ age, persons, smooth, empirical }) => [
        sexName(t, sex),
        age,
        persons,
        ...normPercentiles.flatMap((_, at) => {
          const own = empirical[at];
          return [smooth?.[at] ?? null, own?.value ?? null, own?.low ?? null, own?.high ?? null];
        }),
      ]),
    ),
  ];
}

function studyRows({ sources }: Norms, t: TFunction): Rows {
  return [
    headsOf(t, ['nr', 'title', 'kind', 'sex', 'ageFrom', 'ageTo', 'n', 'median', 'standing', 'placed']),
    ...sources.flatMap(({ nr, title, kind, groups }) =>
      groups.map(({ sex, ages, persons, median, standing, placed }) => [
        ...[nr, title, t(`compare:studies.kinds.${kind}`), sexName(t, sex)],
        ...[ages.start, ages.end, persons, median, standing, placed],
      ]),
    ),
  ];
}

function pointRows(norms: Norms, t: TFunction): Rows {
  return [
    [...headsOf(t, ['nr', 'sex', 'ageFrom', 'ageTo', 'year', 'country', 'n', 'mean', 'sd']), ...named],
    ...norms.points.map(({ nr, sex, ages, year, country, persons, mean, sd, percentiles }) => [
      ...[nr, sexName(t, sex), ages.start, ages.end, year, countryName(norms, country), persons, mean, sd],
      ...percentiles,
    ]),
  ];
}

function trendRows({ trend }: Norms, t: TFunction): Rows {
  return [
    headsOf(t, ['year', 'sex', 'n', 'median', 'standing']),
    ...trend.map(({ year, sex, persons, median, standing }) => [year, sexName(t, sex), persons, median, standing]),
  ];
}

function fitRows({ groups }: Norms, t: TFunction): Rows {
  return [
    headsOf(t, ['sex', 'n', 'expected', 'below']),
    ...groups.flatMap(({ sex, fit }) =>
      (fit?.below ?? []).map((below, at) => [sexName(t, sex), fit!.persons, normPercentiles[at]!, below]),
    ),
  ];
}
