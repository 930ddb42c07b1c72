import { columns } from '../support/columns';
import type { Cost, CostFigures } from './measure-costs';

/** Processor time as lines: a request of each kind, a megabyte of a file, and the space that they take. */
export function reportCosts(figures: CostFigures): string[] {
  const { dataSets, requests, perMegabyte, serverBytes, databaseBytesPerDataSet, tableBytesPerByte } = figures;
  const size = `${dataSets.toLocaleString('en')} data sets`;
  return [
    ...table(`processor time of a request, ${size}`, requests),
    ...table('processor time of a megabyte', perMegabyte),
    `memory of a server with ${size}: ${Math.round(serverBytes / 2 ** 20)} MB`,
    `database for a data set: ${(databaseBytesPerDataSet / 1000).toFixed(0)} kB`,
    `tables made from a byte of csv: ${tableBytesPerByte.toFixed(2)} bytes`,
  ];
}

function table(title: string, costs: Cost[]): string[] {
  const inMs = (ms: number) => `${ms.toFixed(1)} ms`;
  const rows = costs.map(({ what, web, engine, database, bytes }) => [
    what,
    ...[web, engine, database].map(inMs),
    bytes ? `${(bytes / 1000).toFixed(1)} kB` : '',
  ]);
  return columns([[title, 'server', 'tables, parsers', 'database', 'sent'], ...rows]);
}
