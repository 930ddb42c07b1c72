import type { ClassReport } from '@domain/api/class-report';
import { namesakesOf } from '@domain/norms/class-results';

/** The report with namesakes called as `tell` says, and what each of them is called. */
export function withNamesakes(
  report: ClassReport,
  tell: (child: { name: string; row: number }) => string,
): { report: ClassReport; namesakes: string[] } {
  const namesakes: string[] = [];
  const classes = report.classes.map((one) => {
    const told = new Map(namesakesOf(one.children).map(({ name, row }) => [row, tell({ name, row })]));
    namesakes.push(...told.values());
    const children = one.children.map((child) => ({ ...child, name: told.get(child.child) ?? child.name }));
    return { ...one, children };
  });
  return { report: { ...report, classes }, namesakes };
}

/** Children on one page, because each has two tables of results. */
const childrenPerPage = 100;

type Class = ClassReport['classes'][number];

/** A class, or a part of a large one, that is shown at once. `from` and `to` count its children from 1. */
export interface ReportPage extends Class {
  number: number;
  from: number;
  to: number;
  isPart: boolean;
}

/** The classes of a report in pages; all on one page if they are few. */
export function reportPages({ classes }: Pick<ClassReport, 'classes'>): ReportPage[][] {
  const parts = classes.flatMap((one) => partsOf(one));
  const isShort = classes.reduce((sum, { children }) => sum + children.length, 0) <= childrenPerPage;
  return isShort ? [parts] : parts.map((part) => [part]);
}

function partsOf(one: Class): ReportPage[] {
  const count = Math.max(1, Math.ceil(one.children.length / childrenPerPage));
  return Array.from({ length: count }, (_, number) => {
    const children = one.children.slice(number * childrenPerPage, (number + 1) * childrenPerPage);
    const from = number * childrenPerPage + 1;
    return { ...one, children, number, from, to: from + children.length - 1, isPart: count > 1 };
  });
}

/** Tests in one table, so that it fits on paper. */
const testsPerTable = 6;

/** Tests in groups that fit into a table. */
export function testGroups<Test>(tests: readonly Test[]): Test[][] {
  return Array.from({ length: Math.ceil(tests.length / testsPerTable) }, (_, group) =>
    tests.slice(group * testsPerTable, (group + 1) * testsPerTable),
  );
}
