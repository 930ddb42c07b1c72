import { readFileSync } from 'node:fs';
import path from 'node:path';

import { projectRoot } from '../support/imports';

/** The page with the figures. */
export const pageFile = path.join(projectRoot, 'docs/scale.md');

/** A block of the page: the command, and what it prints. */
const block = /^```text\n\$ npm run -s scale -- (\w+)\n\1\n\n([^]*?)```$/gm;

/** Places whose figures the page shows, with its text. */
export function shownFigures(): [name: string, text: string][] {
  return [...readFileSync(pageFile, 'utf8').matchAll(block)].map(([, name = '', text = '']) => [name, text]);
}

/** The page with new figures. */
export function renewPage(print: (name: string) => string): string {
  return readFileSync(pageFile, 'utf8').replace(
    block,
    (_, name: string) => `\`\`\`text\n$ npm run -s scale -- ${name}\n${name}\n\n${print(name)}\`\`\``,
  );
}

/** Lines of the measured costs, and what they are called among the inputs. */
const measuredKinds: Record<string, string> = {
  'built file': 'builtFile',
  'shared page again': 'sharedPage',
  'home rendered': 'home',
  'data set rendered': 'dataSet',
  'search rendered': 'search',
  'call of the API': 'call',
  'own uploads': 'ownPage',
  'long form shown': 'formShown',
  'long form shown and saved': 'form',
  'sign-in': 'signIn',
  'upload, read, mapped and checked': 'checked',
  'the same, kept': 'sent',
};

/** Costs on the page as `npm run bench -- --only costs` printed them. */
export function measuredCosts(): Record<
  string,
  { server: number; tables: number; database: number; kilobytes: number }
> {
  const line = /^(\S[^]*?) {2,}([\d.]+) ms +([\d.]+) ms +([\d.]+) ms(?: +([\d.]+) kB)?$/;
  const lines = readFileSync(pageFile, 'utf8').split('\n');
  const found = lines.flatMap((text) => {
    const [, what = '', ...figures] = line.exec(text) ?? [];
    const [server = 0, tables = 0, database = 0, kilobytes = 0] = figures.map((figure) => Number(figure ?? 0));
    const kind = measuredKinds[what];
    return kind ? [[kind, { server, tables, database, kilobytes }] as const] : [];
  });
  return Object.fromEntries(found);
}

/** Space on the page, as the same bench printed it. */
export function measuredSpace() {
  const page = readFileSync(pageFile, 'utf8');
  const figure = (line: RegExp) => Number(line.exec(page)?.[1]);
  return {
    serverMegabytes: figure(/^memory of a server with .*: (\d+) MB$/m),
    databaseKilobytes: figure(/^database for a data set: (\d+) kB$/m),
    tablesPerByte: figure(/^tables made from a byte of csv: ([\d.]+) bytes$/m),
  };
}
