import type { MotorTest } from './motor-tests';

/** Figures of a motor test, in its default unit. */
export interface MotorTestFacts {
  /** Vocabulary unit; 'points' for a score, '1' for a count. */
  unit: string;
  better: 'more' | 'less';
  /** Values outside this range get a warning in the check. Both ends are included. */
  usual: readonly [number, number];
  /** Values outside this range are impossible. */
  possible: readonly [number, number];
}

/**
 * Facts for the page of test items. They repeat figures of the repository's vocabulary, which the web app cannot read;
 * a test compares the two.
 */
export const motorTestFacts: Readonly<Record<MotorTest, MotorTestFacts>> = {
  run6min: { unit: 'm', better: 'more', usual: [400, 1900], possible: [1, 2500] },
  pushup40: { unit: '1', better: 'more', usual: [0, 35], possible: [0, 60] },
  situp40: { unit: '1', better: 'more', usual: [0, 45], possible: [0, 60] },
  slj: { unit: 'cm', better: 'more', usual: [40, 300], possible: [5, 380] },
  dash20hand: { unit: 's', better: 'less', usual: [3, 7.5], possible: [2.5, 20] },
  dash20gate: { unit: 's', better: 'less', usual: [2.7, 7.5], possible: [2.3, 20] },
  jumpside15: { unit: '1', better: 'more', usual: [5, 60], possible: [0, 80] },
  balback: { unit: '1', better: 'more', usual: [0, 48], possible: [0, 48] },
  standreach: { unit: 'cm', better: 'more', usual: [-30, 35], possible: [-60, 50] },
  cooper12: { unit: 'm', better: 'more', usual: [800, 3900], possible: [1, 4800] },
  shuttle20: { unit: 'min', better: 'more', usual: [0.5, 16], possible: [0, 21] },
  walk2km: { unit: 's', better: 'less', usual: [720, 1800], possible: [400, 3600] },
  dstep: { unit: 's', better: 'more', usual: [30, 360], possible: [0, 360] },
  handgrip: { unit: 'kg', better: 'more', usual: [3, 80], possible: [0.5, 150] },
  medball1: { unit: 'm', better: 'more', usual: [1, 15], possible: [0.2, 25] },
  jumpreach: { unit: 'cm', better: 'more', usual: [8, 90], possible: [1, 130] },
  walkbacktime: { unit: 's', better: 'less', usual: [6, 90], possible: [3, 300] },
  walkbackdist: { unit: 'm', better: 'more', usual: [0, 6], possible: [0, 6] },
  boomerang: { unit: 's', better: 'less', usual: [10, 60], possible: [7, 180] },
  legstand60: { unit: '1', better: 'less', usual: [0, 30], possible: [0, 60] },
  targetthrow: { unit: 'points', better: 'more', usual: [0, 30], possible: [0, 30] },
  throwcatch: { unit: 'points', better: 'more', usual: [0, 60], possible: [0, 60] },
  sitreach: { unit: 'cm', better: 'more', usual: [-30, 35], possible: [-60, 50] },
};

const kit = (page: string) => `https://www.ifss.kit.edu/more/${page}`;

/** Address of the description of each test, at the KIT's sports institute except for handgrip. */
export const motorTestSources: Readonly<Record<MotorTest, string>> = {
  run6min: kit('Testothek_6-Minuten-Lauf.php'),
  pushup40: kit('Testothek_Liegestuetz.php'),
  situp40: kit('english/Testothek_Sit-ups.php'),
  slj: kit('Testothek_Standweitsprung.php'),
  dash20hand: kit('english/Testothek_20m-Sprint.php'),
  dash20gate: kit('246.php'),
  jumpside15: kit('Testothek_Seitliches_Hin-_und_Herspringen.php'),
  balback: kit('Testothek_Balancieren_rueckwaerts.php'),
  standreach: kit('Testothek_Rumpfbeuge.php'),
  cooper12: kit('Testothek_Cooper-Test.php'),
  shuttle20: kit('Testothek_20m-Shuttle-Run.php'),
  walk2km: kit('Testothek_2km-Walkingtest.php'),
  dstep: kit('english/239.php'),
  handgrip: 'https://wwwn.cdc.gov/Nchs/Nnyfs/Y_MGX.htm',
  medball1: kit('english/Testothek_Medizinballstossen.php'),
  jumpreach: kit('english/Testothek_Jump_and_Reach.php'),
  walkbacktime: kit('english/241.php'),
  walkbackdist: kit('250.php'),
  boomerang: kit('251.php'),
  legstand60: kit('english/Testothek_Einbeinstand.php'),
  targetthrow: kit('english/244.php'),
  throwcatch: kit('english/245.php'),
  sitreach: kit('Testothek_Sit_and_Reach.php'),
};
