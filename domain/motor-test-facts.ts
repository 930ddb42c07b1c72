import type { MotorTest } from './motor-tests';

/** Facts of a motor test that readers want to know, in its default unit. */
export interface MotorTestFacts {
  /** Unit of the vocabulary; 'points' for a score, '1' for a count. */
  unit: string;
  better: 'more' | 'less';
  /** Values outside get a warning of the check; both ends belong to them. */
  usual: readonly [number, number];
  /** Values outside cannot be. */
  possible: readonly [number, number];
  /** Where the test is described. */
  source: string;
}

/**
 * For the page of the test items: the web app does not read the repository's vocabulary, and a test there
 * holds both together. Descriptions are those of the sports institute of the KIT; it has none of handgrip.
 */
export const motorTestFacts: Readonly<Record<MotorTest, MotorTestFacts>> = {
  run6min: {
    unit: 'm',
    better: 'more',
    usual: [400, 1900],
    possible: [1, 2500],
    source: 'https://www.ifss.kit.edu/more/Testothek_6-Minuten-Lauf.php',
  },
  pushup40: {
    unit: '1',
    better: 'more',
    usual: [0, 35],
    possible: [0, 60],
    source: 'https://www.ifss.kit.edu/more/Testothek_Liegestuetz.php',
  },
  situp40: {
    unit: '1',
    better: 'more',
    usual: [0, 45],
    possible: [0, 60],
    source: 'https://www.ifss.kit.edu/more/english/Testothek_Sit-ups.php',
  },
  slj: {
    unit: 'cm',
    better: 'more',
    usual: [40, 300],
    possible: [5, 380],
    source: 'https://www.ifss.kit.edu/more/Testothek_Standweitsprung.php',
  },
  dash20hand: {
    unit: 's',
    better: 'less',
    usual: [3, 7.5],
    possible: [2.5, 20],
    source: 'https://www.ifss.kit.edu/more/english/Testothek_20m-Sprint.php',
  },
  dash20gate: {
    unit: 's',
    better: 'less',
    usual: [2.7, 7.5],
    possible: [2.3, 20],
    source: 'https://www.ifss.kit.edu/more/246.php',
  },
  jumpside15: {
    unit: '1',
    better: 'more',
    usual: [5, 60],
    possible: [0, 80],
    source: 'https://www.ifss.kit.edu/more/Testothek_Seitliches_Hin-_und_Herspringen.php',
  },
  balback: {
    unit: '1',
    better: 'more',
    usual: [0, 48],
    possible: [0, 48],
    source: 'https://www.ifss.kit.edu/more/Testothek_Balancieren_rueckwaerts.php',
  },
  standreach: {
    unit: 'cm',
    better: 'more',
    usual: [-30, 35],
    possible: [-60, 50],
    source: 'https://www.ifss.kit.edu/more/Testothek_Rumpfbeuge.php',
  },
  cooper12: {
    unit: 'm',
    better: 'more',
    usual: [800, 3900],
    possible: [1, 4800],
    source: 'https://www.ifss.kit.edu/more/Testothek_Cooper-Test.php',
  },
  shuttle20: {
    unit: 'min',
    better: 'more',
    usual: [0.5, 16],
    possible: [0, 21],
    source: 'https://www.ifss.kit.edu/more/Testothek_20m-Shuttle-Run.php',
  },
  walk2km: {
    unit: 's',
    better: 'less',
    usual: [720, 1800],
    possible: [400, 3600],
    source: 'https://www.ifss.kit.edu/more/Testothek_2km-Walkingtest.php',
  },
  dstep: {
    unit: 's',
    better: 'more',
    usual: [30, 360],
    possible: [0, 360],
    source: 'https://www.ifss.kit.edu/more/english/239.php',
  },
  handgrip: {
    unit: 'kg',
    better: 'more',
    usual: [3, 80],
    possible: [0.5, 150],
    source: 'https://wwwn.cdc.gov/Nchs/Nnyfs/Y_MGX.htm',
  },
  medball1: {
    unit: 'm',
    better: 'more',
    usual: [1, 15],
    possible: [0.2, 25],
    source: 'https://www.ifss.kit.edu/more/english/Testothek_Medizinballstossen.php',
  },
  jumpreach: {
    unit: 'cm',
    better: 'more',
    usual: [8, 90],
    possible: [1, 130],
    source: 'https://www.ifss.kit.edu/more/english/Testothek_Jump_and_Reach.php',
  },
  walkbacktime: {
    unit: 's',
    better: 'less',
    usual: [6, 90],
    possible: [3, 300],
    source: 'https://www.ifss.kit.edu/more/english/241.php',
  },
  walkbackdist: {
    unit: 'm',
    better: 'more',
    usual: [0, 6],
    possible: [0, 6],
    source: 'https://www.ifss.kit.edu/more/250.php',
  },
  boomerang: {
    unit: 's',
    better: 'less',
    usual: [10, 60],
    possible: [7, 180],
    source: 'https://www.ifss.kit.edu/more/251.php',
  },
  legstand60: {
    unit: '1',
    better: 'less',
    usual: [0, 30],
    possible: [0, 60],
    source: 'https://www.ifss.kit.edu/more/english/Testothek_Einbeinstand.php',
  },
  targetthrow: {
    unit: 'points',
    better: 'more',
    usual: [0, 30],
    possible: [0, 30],
    source: 'https://www.ifss.kit.edu/more/english/244.php',
  },
  throwcatch: {
    unit: 'points',
    better: 'more',
    usual: [0, 60],
    possible: [0, 60],
    source: 'https://www.ifss.kit.edu/more/english/245.php',
  },
  sitreach: {
    unit: 'cm',
    better: 'more',
    usual: [-30, 35],
    possible: [-60, 50],
    source: 'https://www.ifss.kit.edu/more/Testothek_Sit_and_Reach.php',
  },
};
