import type { Counts, Tally } from './tally';

const columns: [what: keyof Counts, heading: string][] = [
  ['acknowledged', 'acknowledged'],
  ['refused503', 'refused 503'],
  ['connectionErrors', 'no answer'],
  ['bareErrors', 'bare 5xx'],
  ['otherAnswers', 'other'],
  ['lost', 'lost'],
  ['failedForGood', 'failed for good'],
];
/** Counts that must be 0. */
const bars: [what: keyof Counts, text: string][] = [
  ['lost', 'no acknowledged write is lost'],
  ['failedForGood', 'no upload fails for good'],
  ['bareErrors', 'no error without a page or a message'],
];

/**
 * The table of a scenario, the limits with what broke them, and examples of other refusals. `kept`: whether no limit
 * was broken. `dead`: last output of servers that ended unexpectedly.
 */
export function reportScenario(name: string, tally: Tally, dead: string[]): { text: string; kept: boolean } {
  const kinds = [...tally.counts.keys()].sort();
  const rows = [
    [name, ...columns.map(([, heading]) => heading)],
    ...kinds.map((kind) => [kind, ...columns.map(([what]) => String(tally.counts.get(kind)?.[what] ?? 0))]),
    ['all', ...columns.map(([what]) => String(tally.sum(what)))],
  ];
  const widths = rows[0]!.map((_, at) => Math.max(...rows.map((row) => row[at]!.length)));
  const table = rows.map((row) =>
    row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!))).join('  '),
  );
  const examplesOf = (what: keyof Counts) => (tally.examples.get(what) ?? []).map((example) => `      ${example}`);
  const judged = bars.flatMap(([what, message]) => {
    const count = tally.sum(what);
    return count === 0 ? [`  kept    ${message}`] : [`  MISSED  ${message}: ${count}, such as`, ...examplesOf(what)];
  });
  // A kind of request that never succeeded proves nothing.
  const idle = kinds.filter((kind) => tally.counts.get(kind)?.acknowledged === 0);
  judged.push(...idle.map((kind) => `  MISSED  ${kind}: none was acknowledged`));
  judged.push(...dead.map((words) => `  MISSED  no server ends by itself, after\n${words}`));
  const others = (['otherAnswers', 'connectionErrors', 'refused503'] as const).flatMap((what) =>
    tally.sum(what) === 0 ? [] : [`  ${what}, such as`, ...examplesOf(what)],
  );
  const text = ['', ...table, '', ...judged, ...others, ''].join('\n');
  return { text, kept: idle.length + dead.length === 0 && bars.every(([what]) => tally.sum(what) === 0) };
}
