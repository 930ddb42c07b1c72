import { tablesMemoryBytes } from '@domain/limits';

import type { NormFigures } from './measure-norms';
import { inMegabytes, ratio, type Row } from './rows';

/** All norms take less than this many bare scans of the same tables. */
const normsBar = 10;
/** Cells of one result are decoded in less than this time, in milliseconds, so that a choice is not noticed. */
const decodingBarMs = 30;

const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;

/** Rows about norms. */
export function normRows(figures: NormFigures): Row[] {
  const { values, dataSets, made, madeAgain, bareScan, choice, decoded, keptBytes, enginePeak, processAdded } = figures;
  const single = (what: string, figure: string): Row => [what, figure, '', '', ''];
  return [
    [
      `norms of ${(values / 1e6).toFixed(0)} million values of ${dataSets} data sets`,
      seconds(made),
      'bare scan',
      seconds(bareScan),
      ratio(made, bareScan),
    ],
    single('the same after one data set more', seconds(madeAgain)),
    single('norms of half of the data sets', `${choice.toFixed(0)} ms`),
    single('cells of one result, decoded', `${decoded.toFixed(0)} ms`),
    single('cells, kept', inMegabytes(keptBytes)),
    ...(enginePeak === null
      ? []
      : [
          [
            'tables child, norms',
            inMegabytes(enginePeak),
            'its limit',
            inMegabytes(tablesMemoryBytes),
            ratio(enginePeak, tablesMemoryBytes),
          ] as Row,
        ]),
    ...(processAdded === null ? [] : [single('process of the jobs, norms add', inMegabytes(processAdded))]),
  ];
}

/** Bars of norms that were missed. */
export function missedNormBars({ made, bareScan, decoded, enginePeak }: NormFigures): string[] {
  return [
    ...(made < normsBar * bareScan ? [] : [`all norms in ${normsBar} bare scans`]),
    ...(decoded < decodingBarMs ? [] : [`cells of one result decoded in ${decodingBarMs} ms`]),
    ...(enginePeak === null || enginePeak <= tablesMemoryBytes ? [] : ['memory of the tables child for norms']),
  ];
}
