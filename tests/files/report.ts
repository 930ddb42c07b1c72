import type { CheckedFile, MappingSource } from './drive-file';
import type { Judgement } from './judge-file';

export interface JudgedFile {
  name: string;
  source: MappingSource;
  checked: CheckedFile;
  judgement: Judgement;
}

const share = (part: number, all: number) =>
  `${part} of ${all}${all > 0 ? ` (${Math.round((100 * part) / all)} %)` : ''}`;

const isRefused = ({ judgement }: JudgedFile) => judgement.wronglyRefused.length > 0;

/** Right of all expectations. */
export function countRight(files: JudgedFile[]): { right: number; all: number } {
  const verdicts = files.flatMap(({ judgement }) => judgement.verdicts);
  return { right: verdicts.filter(({ isRight }) => isRight).length, all: verdicts.length };
}

/** What was met and what was missed, as Markdown. */
export function report(title: string, files: JudgedFile[]): string {
  const of = (source: MappingSource) => files.filter((file) => file.source === source);
  const total = (source: MappingSource) => {
    const { right, all } = countRight(of(source));
    return `${share(right, all)} with the ${source} mapping`;
  };
  return [
    `## ${title}`,
    '',
    `Right: ${total('suggested')}, ${total('true')}. Wrongly refused in ${share(files.filter(isRefused).length, files.length)} runs.`,
    `Suggestions: ${suggestionTotals(of('suggested'))}.`,
    '',
    '| file | mapping | right | wrongly refused | n | ages | years | also named |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    ...files.map(line),
    ...files.flatMap(misses),
    '',
  ].join('\n');
}

function suggestionTotals(files: JudgedFile[]): string {
  const all = files.map(({ judgement }) => judgement.suggestions);
  const sum = (count: (one: Judgement['suggestions']) => number) => all.reduce((total, one) => total + count(one), 0);
  return `${sum(({ right }) => right)} right, ${sum(({ none }) => none.length)} none, ${sum(({ wrong }) => wrong.length)} wrong`;
}

function line(file: JudgedFile): string {
  const { name, source, checked, judgement } = file;
  const { right, all } = countRight([file]);
  const ages = checked.published?.ages;
  const cells = [
    name,
    source,
    share(right, all),
    judgement.wronglyRefused.length,
    checked.n,
    ages ? `${ages.start} to ${ages.end}` : '',
    checked.published?.years.join(' ') ?? '',
    [...judgement.alsoNamed].map(([rule, count]) => `${rule} ${count}`).join(', '),
  ];
  return `| ${cells.join(' | ')} |`;
}

/** Expectations that are not met, and what is refused without reason. */
function misses({ name, source, checked, judgement }: JudgedFile): string[] {
  const missed = judgement.verdicts.filter(({ isRight }) => !isRight);
  const { none, wrong } = source === 'suggested' ? judgement.suggestions : { none: [], wrong: [] };
  const lines = [
    ...(checked.failure === null ? [] : [`- could not be read: ${checked.failure}`]),
    ...missed.map(
      ({ truth, found }) =>
        `- ${truth.table} ${truth.column}${truth.row ?? ''} ${truth.expect} “${truth.what}”: ${found}`,
    ),
    ...shortened(judgement.wronglyRefused).map((what) => `- refused without reason: ${what}`),
    ...wrong.map((what) => `- suggestion wrong: ${what}`),
    ...none.map((what) => `- suggestion missing: ${what}`),
  ];
  return lines.length === 0
    ? []
    : ['', `### ${name}, ${source} mapping`, '', ...lines.map((text) => text.slice(0, 400))];
}

function shortened(texts: string[]): string[] {
  const most = 15;
  return texts.length <= most ? texts : [...texts.slice(0, most), `and ${texts.length - most} more`];
}
