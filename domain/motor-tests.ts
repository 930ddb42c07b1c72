/**
 * The 23 motor tests in icon order (spec section 2): 11 in the first row, 12 in the second. Units, limits and labels
 * are data in `services/repository/data/vocabulary/motor-tests.csv` and `locales/<language>/tests.json`; a test keeps
 * the three consistent.
 */
export const motorTestRows = [
  [
    'run6min',
    'pushup40',
    'situp40',
    'slj',
    'dash20hand',
    'dash20gate',
    'jumpside15',
    'balback',
    'standreach',
    'cooper12',
    'shuttle20',
  ],
  [
    'walk2km',
    'dstep',
    'handgrip',
    'medball1',
    'jumpreach',
    'walkbacktime',
    'walkbackdist',
    'boomerang',
    'legstand60',
    'targetthrow',
    'throwcatch',
    'sitreach',
  ],
] as const;

export type MotorTest = (typeof motorTestRows)[number][number];
export const motorTests: readonly MotorTest[] = motorTestRows.flat();

export function isMotorTest(value: string): value is MotorTest {
  return (motorTests as readonly string[]).includes(value);
}
