import { csvLine } from '../row-formats/csv';
import {
  createRandom,
  growth,
  massOf,
  meanAt,
  type Measure,
  result,
  type Sex,
  toStep,
} from '../help-files/made-up-people';

/** A made-up file with the target and unit of each column; null = not mapped. */
export interface DemonstrationFile {
  name: string;
  content: Buffer;
  mapping: { source: string; target: { key: string; unit: string } | null }[];
}

/** Column: its heading, and its target as '<key>|<unit>' or null. */
type Column = [heading: string, target: string | null];
type Cell = string | number;

const sexes: Sex[] = ['m', 'f'];

/** Pupils of four grades, as a German spreadsheet saves them: ';', decimal comma, Windows-1252. */
export function pupilsFile(): DemonstrationFile {
  const random = createRandom(2023);
  const tests: Measure[] = [
    'dash20hand',
    'slj',
    'run6min',
    'pushup40',
    'situp40',
    'jumpside15',
    'balback',
    'standreach',
  ];
  const columns: Column[] = [
    ['ID', 'person_id|'],
    ['Geschlecht', 'sex|m/w'],
    ['Alter', 'age_y|a'],
    ['Klasse', 'grade|'],
    ['PLZ', 'postal_code|'],
    ['Größe [cm]', 'height|cm'],
    ['Gewicht [kg]', 'mass|kg'],
    ['20-m-Sprint [s]', 'dash20hand|s'],
    ['Standweitsprung [cm]', 'slj|cm'],
    ['6-Min-Lauf [m]', 'run6min|m'],
    ['Liegestütze', 'pushup40|1'],
    ['Sit-ups', 'situp40|1'],
    ['Seitl. Hin- und Her', 'jumpside15|1'],
    ['Balancieren rw', 'balback|1'],
    ['Rumpfbeuge [cm]', 'standreach|cm'],
    ['Gruppenleitung', null],
  ];
  const rows = Array.from({ length: 560 }, (_, index): Cell[] => {
    const sex = sexes[random.whole(0, 1)]!;
    const grade = 1 + (index % 4);
    const age = toStep(5.9 + grade + random.fraction(), 0.1);
    const person = { sex, age };
    const height = result(random, 'height', person);
    const results = tests.map((test) => result(random, test, person));
    // Two unusual but possible results, so that the check finds something.
    if (index === 41 || index === 207) results[1] = 36.5 + index / 100;
    const area = ['76131', '76185', '01067'][index % 3]!;
    return [
      `P${1000 + index}`,
      sex === 'f' ? 'w' : 'm',
      age,
      grade,
      area,
      height,
      massOf(height, result(random, 'bmi', person)),
      ...results,
      `Team ${1 + (index % 5)}`,
    ];
  });
  return germanFile('demonstration-grundschule.csv', columns, rows);
}

/** Adults with grip strength of both hands, as an international CSV file. */
export function adultsFile(): DemonstrationFile {
  const random = createRandom(2021);
  const columns: Column[] = [
    ['id', 'person_id|'],
    ['gender', 'sex|m/f'],
    ['age', 'age_y|a'],
    ['test date', 'test_date|'],
    ['height cm', 'height|cm'],
    ['weight kg', 'mass|kg'],
    ['grip left kg', 'handgrip.left|kg'],
    ['grip right kg', 'handgrip.right|kg'],
    ['grip best kg', 'handgrip|kg'],
    ['sit and reach cm', 'sitreach|cm'],
    ['long jump cm', 'slj|cm'],
  ];
  const rows = Array.from({ length: 360 }, (_, index): Cell[] => {
    const sex = sexes[index % 2]!;
    const age = random.whole(18, 82);
    const past = Math.max(0, age - 35);
    const height = random.normal(sex === 'm' ? 179 : 166, 6.8, { min: 145, max: 205, step: 0.5 });
    const bmi = random.normal(24.5, 3.2, { min: 17, max: 38, step: 0.1 });
    const grip = sex === 'm' ? 50 - 0.28 * past : 31 - 0.16 * past;
    const hand = (mean: number) => random.normal(mean, sex === 'm' ? 7 : 5, { min: 8, max: 76, step: 0.1 });
    const [left, right] = [hand(grip * 0.95), hand(grip)];
    const jump = (sex === 'm' ? 222 : 166) - 1.5 * Math.max(0, age - 25);
    return [
      `A${String(index + 1).padStart(4, '0')}`,
      sex.toUpperCase(),
      age,
      `2021-${String(random.whole(3, 10)).padStart(2, '0')}-${String(random.whole(1, 28)).padStart(2, '0')}`,
      height,
      massOf(height, bmi),
      left,
      right,
      Math.max(left, right),
      random.normal(sex === 'm' ? 5 : 10, 8, { min: -22, max: 32, step: 0.5 }),
      random.normal(jump, 24, { min: 48, max: 288, step: 1 }),
    ];
  });
  return internationalFile('demonstration-adults.csv', columns, rows);
}

/** Norm values by sex and age from 6 to 17, for each sex and for both together. */
export function normsFile(): DemonstrationFile {
  const random = createRandom(2019);
  const tests: Measure[] = [
    'slj',
    'run6min',
    'dash20hand',
    'situp40',
    'jumpside15',
    'standreach',
    'medball1',
    'handgrip',
  ];
  const units: Partial<Record<Measure, string>> = {
    slj: 'cm',
    run6min: 'm',
    dash20hand: 's',
    standreach: 'cm',
    medball1: 'm',
    handgrip: 'kg',
  };
  // Distances of the percentiles from the mean of a normal distribution, in standard deviations.
  const percentiles = { p10: -1.2816, p25: -0.6745, p75: 0.6745, p90: 1.2816 };
  const columns: Column[] = [
    ['sex', 'g_sex|'],
    ['age', 'g_age|a'],
    ...tests.flatMap((test): Column[] => [
      [`${test} n`, `${test}.n|1`],
      ...['mean', 'sd', ...Object.keys(percentiles)].map((statistic): Column => [
        `${test} ${statistic}`,
        `${test}.${statistic}|${units[test] ?? '1'}`,
      ]),
    ]),
  ];
  const cells = (test: Measure, { n, mean, sd }: { n: number; mean: number; sd: number }): Cell[] => {
    const shown = (value: number) => value.toFixed(test === 'dash20hand' || test === 'medball1' ? 2 : 1);
    return [n, shown(mean), shown(sd), ...Object.values(percentiles).map((z) => shown(mean + z * sd))];
  };
  const rows = Array.from({ length: 12 }, (_, index) => 6 + index).flatMap((age): Cell[][] => {
    const groups = tests.map((test) =>
      sexes.map((sex) => ({
        n: random.whole(60, 180),
        mean: meanAt(test, sex, age),
        sd: growth[test].sd * (0.9 + random.fraction() * 0.2),
      })),
    );
    return [
      ...sexes.map((sex, position): Cell[] => [
        sex,
        age,
        ...tests.flatMap((test, i) => cells(test, groups[i]![position]!)),
      ]),
      ['all', age, ...tests.flatMap((test, i) => cells(test, pooled(groups[i]!)))],
    ];
  });
  return internationalFile('demonstration-norms.csv', columns, rows);
}

/** Children tested three times, half of them with daily exercise at school. */
export function repeatedFile(): DemonstrationFile {
  const random = createRandom(2022);
  const tests: Measure[] = ['slj', 'run6min', 'situp40', 'jumpside15'];
  const columns: Column[] = [
    ['child', 'person_id|'],
    ['time', 'timepoint|'],
    ['group', 'group|'],
    ['sex', 'sex|m/f'],
    ['age', 'age_y|a'],
    ['year', 'test_year|'],
    ['height', 'height|cm'],
    ['mass', 'mass|kg'],
    ['long jump', 'slj|cm'],
    ['six minute run', 'run6min|m'],
    ['sit-ups', 'situp40|1'],
    ['jumping sideways', 'jumpside15|1'],
  ];
  const rows = Array.from({ length: 150 }, (_, child) => child).flatMap((child): Cell[][] => {
    const sex = sexes[random.whole(0, 1)]!;
    const first = toStep(8.2 + random.fraction() * 1.2, 0.01);
    const shifts = tests.map(() => random.normal(0, 0.9, { min: -2, max: 2, step: 0.01 }));
    const [height, bmi] = [result(random, 'height', { sex, age: first }), result(random, 'bmi', { sex, age: first })];
    const intervention = child % 2 === 0;
    return [0, 1, 2].map((time): Cell[] => {
      const age = toStep(first + time / 2, 0.01);
      const tall = toStep(height + time * 2.7, 0.1);
      const gain = intervention ? time * 0.2 : 0;
      const results = tests.map((test, i) => result(random, test, { sex, age, shift: shifts[i]! + gain }));
      return [
        `K${100 + child}`,
        `T${time}`,
        intervention ? 'IG' : 'CG',
        sex,
        age,
        time === 0 ? 2021 : 2022,
        tall,
        massOf(tall, bmi),
        ...results,
      ];
    });
  });
  return internationalFile('demonstration-repeated.csv', columns, rows);
}

/** Pools groups: weighted mean, and standard deviation including the variance between the groups. */
function pooled(groups: { n: number; mean: number; sd: number }[]): { n: number; mean: number; sd: number } {
  const n = groups.reduce((sum, group) => sum + group.n, 0);
  const mean = groups.reduce((sum, group) => sum + group.n * group.mean, 0) / n;
  const squares = groups.reduce((sum, g) => sum + (g.n - 1) * g.sd ** 2 + g.n * (g.mean - mean) ** 2, 0);
  return { n, mean, sd: Math.sqrt(squares / (n - 1)) };
}

function internationalFile(name: string, columns: Column[], rows: Cell[][]): DemonstrationFile {
  const lines = [columns.map(([heading]) => heading), ...rows].map(csvLine);
  return { name, content: Buffer.from(lines.join(''), 'utf8'), mapping: mappingOf(columns) };
}

function germanFile(name: string, columns: Column[], rows: Cell[][]): DemonstrationFile {
  const german = (cell: Cell) => (typeof cell === 'number' ? String(cell).replace('.', ',') : cell);
  const lines = [columns.map(([heading]) => heading), ...rows].map((row) => `${row.map(german).join(';')}\r\n`);
  // Latin-1 has the same bytes for umlauts as Windows-1252.
  return { name, content: Buffer.from(lines.join(''), 'latin1'), mapping: mappingOf(columns) };
}

function mappingOf(columns: Column[]): DemonstrationFile['mapping'] {
  return columns.map(([source, target]) => {
    const [key = '', unit = ''] = target?.split('|') ?? [];
    return { source, target: target === null ? null : { key, unit } };
  });
}
