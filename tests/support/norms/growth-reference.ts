import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import type { Lms } from '@domain/norms/lms';
import { valueScaleOf, type ValueScale } from '@domain/norms/value-scale';

const file = path.join(process.env.MOTOTHEK_DATA ?? path.resolve('../shared/data'), 'who2007.csv');

/** Whether the reference is on this machine. */
export const hasGrowthReference = existsSync(file);

export const growthMeasures = ['height', 'mass', 'bmi'] as const;
export type GrowthMeasure = (typeof growthMeasures)[number];

/** Bins of the measures, which are told with one decimal in cm, kg and kg/m². */
export const growthScales: Record<GrowthMeasure, ValueScale> = {
  height: valueScaleOf({ usual: [80, 210], possible: [50, 230], decimals: 1, step: null }),
  mass: valueScaleOf({ usual: [10, 100], possible: [5, 200], decimals: 1, step: null }),
  bmi: valueScaleOf({ usual: [11, 40], possible: [8, 60], decimals: 1, step: null }),
};

/** Ages of the reference, in years: mass is told to 10 years only. */
export function growthAges(measure: GrowthMeasure): readonly [number, number] {
  return [61 / 12, measure === 'mass' ? 10 : 19];
}

/** L, M and S by age of the reference 2007 of the World Health Organization. */
export function growthReference(measure: GrowthMeasure, sex: 'male' | 'female'): (age: number) => Lms {
  const rows = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(','))
    .filter((row) => row[0] === measure && row[2] === sex)
    .map((row) => ({ months: Number(row[3]), l: Number(row[4]), m: Number(row[5]), s: Number(row[6]) }))
    .sort((a, b) => a.months - b.months);
  const first = rows[0]!.months;
  return (age) => {
    const position = Math.min(Math.max(age * 12 - first, 0), rows.length - 1);
    const [before, after] = [rows[Math.floor(position)]!, rows[Math.ceil(position)]!];
    const between = (a: number, b: number) => a + (position % 1) * (b - a);
    return { l: between(before.l, after.l), m: between(before.m, after.m), s: between(before.s, after.s) };
  };
}
