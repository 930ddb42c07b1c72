import { useTranslation } from 'react-i18next';

import type { ComparedComment, FileChanges, TableChanges } from '@domain/api/corrections';
import { formatTargetValue } from '@domain/api/mapping';
import type { Language } from '@domain/language';
import { mayHaveChanged } from '@domain/life/versions';
import { ContributedText } from '~/components/contributed-text';
import { ChangedRowTables } from '~/components/versions/changed-row-tables';
import { ScrollTable } from '~/components/scroll-area';
import { formatNumber } from '~/i18n/formats';

interface CorrectionReportProps {
  fileName: string;
  changes: FileChanges;
  /** Labels of targets by their values. */
  targets: ReadonlyMap<string, string>;
  language: Language;
}

/** Changes made by a corrected file, table by table. */
export function CorrectionReport({ fileName, changes, targets, language }: CorrectionReportProps) {
  const { t } = useTranslation('correction');
  const { formerFileName, tables } = changes;
  return (
    <section aria-labelledby="report-heading">
      <h3 id="report-heading">{t('report')}</h3>
      <p>
        {t(formerFileName === fileName ? 'replacedSameName' : 'replaced', { file: fileName, former: formerFileName })}
      </p>
      {tables.map((table, index) =>
        // The only table of a csv file has the name of its file.
        tables.length === 1 && table.formerName !== null ? (
          <TableReport table={table} targets={targets} language={language} key={index} />
        ) : (
          <section aria-labelledby={`report-${index}`} key={index}>
            <h4 id={`report-${index}`}>{t('table', { name: table.name ?? table.formerName })}</h4>
            <TablePresence table={table} />
            <TableReport table={table} targets={targets} language={language} />
          </section>
        ),
      )}
    </section>
  );
}

type TableReportProps = { table: TableChanges } & Pick<CorrectionReportProps, 'targets' | 'language'>;

/** Says if a table is new, missing or renamed. */
function TablePresence({ table: { name, formerName } }: { table: TableChanges }) {
  const { t } = useTranslation('correction');
  if (name === null) return <p className="error-message">{t('tableGone')}</p>;
  if (formerName === null) return <p>{t('tableNew')}</p>;
  return name === formerName ? null : <p>{t('tableRenamed', { former: formerName })}</p>;
}

function TableReport({ table, targets, language }: TableReportProps) {
  return (
    <>
      <dl className="facts">
        <Figures table={table} language={language} />
        <Columns table={table} />
        <Mapping table={table} targets={targets} />
        <LostRows rows={table.rowsLost} />
      </dl>
      {table.values && mayHaveChanged(table.values) ? <ChangedRowTables tables={[table.values]} /> : null}
      <ComparedComments comments={table.comments} />
    </>
  );
}

function Figures({ table, language }: Omit<TableReportProps, 'targets'>) {
  const { t } = useTranslation('correction');
  const { rowsBefore, rowsAfter, problemsBefore, problemsAfter } = table;
  const number = (value: number) => formatNumber(value, language);
  const rows = (value: number | null) => (value === null ? t('none') : number(value));
  const problems = (tally: TableChanges['problemsBefore']) =>
    tally === null
      ? t('notChecked')
      : t('problemCounts', { locked: number(tally.locked), explainable: number(tally.explainable) });
  return (
    <>
      <div>
        <dt>{t('rows')}</dt>
        <dd>{t('beforeAndNow', { before: rows(rowsBefore), now: rows(rowsAfter) })}</dd>
      </div>
      <div>
        <dt>{t('problems')}</dt>
        <dd>{t('beforeAndNow', { before: problems(problemsBefore), now: problems(problemsAfter) })}</dd>
      </div>
    </>
  );
}

function LostRows({ rows }: { rows: TableChanges['rowsLost'] }) {
  const { t } = useTranslation('correction');
  if (rows.length === 0) return null;
  return (
    <div>
      <dt>{t('rowsLost.heading')}</dt>
      {rows.map(({ from, to, reason }, index) => (
        <dd key={index}>{t(from === to ? 'rowsLost.row' : 'rowsLost.rows', { from, to, reason })}</dd>
      ))}
    </div>
  );
}

function Columns({ table: { added, gone, renamed, moved } }: { table: TableChanges }) {
  const { t } = useTranslation('correction');
  const lists: [heading: string, items: string[]][] = [
    [t('columns.added'), added],
    [t('columns.gone'), gone],
    [t('columns.renamed'), renamed.map((names) => t('columns.fromTo', names))],
    [t('columns.moved'), moved.map((column) => t('columns.position', column))],
  ];
  if (lists.every(([, items]) => items.length === 0)) {
    return (
      <div>
        <dt>{t('columns.all')}</dt>
        <dd>{t('columns.unchanged')}</dd>
      </div>
    );
  }
  return <Lists lists={lists} />;
}

/** Facts with lists of texts; empty lists are left out. */
function Lists({ lists }: { lists: [heading: string, items: string[]][] }) {
  return lists.map(([heading, items]) =>
    items.length === 0 ? null : (
      <div key={heading}>
        <dt>{heading}</dt>
        <dd>
          <ul>
            {items.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        </dd>
      </div>
    ),
  );
}

function Mapping({ table: { mapping }, targets }: Pick<TableReportProps, 'table' | 'targets'>) {
  const { t } = useTranslation('correction');
  const line = ({ formerName, name, target }: TableChanges['mapping'][number]) =>
    t('mapping.line', { column: name ?? formerName, target: targets.get(formatTargetValue(target)) ?? target.key });
  const linesOf = (isKept: boolean) => mapping.filter(({ name }) => (name !== null) === isKept).map(line);
  return (
    <Lists
      lists={[
        [t('mapping.kept'), linesOf(true)],
        [t('mapping.lost'), linesOf(false)],
      ]}
    />
  );
}

/** Comments on the previous file. Those that were not kept come first. */
function ComparedComments({ comments }: { comments: readonly ComparedComment[] }) {
  const { t } = useTranslation('correction');
  if (comments.length === 0) return null;
  const isKept = ({ fate }: ComparedComment) => fate === 'kept';
  const ordered = comments.toSorted((a, b) => Number(isKept(a)) - Number(isKept(b)));
  return (
    <ScrollTable
      label={t('comments.caption')}
      isLabelShown
      heads={(['position', 'value', 'comment', 'fate'] as const).map((head) => t(`comments.${head}`))}
    >
      <tbody>
        {ordered.map((comment) => (
          <tr key={`${comment.rule}-${comment.column}-${comment.cell}`}>
            <th scope="row">
              <CommentedCells comment={comment} />
            </th>
            <td>{comment.value}</td>
            <td className="long-text">
              <ContributedText language="">{comment.comment}</ContributedText>
            </td>
            <td>{t(`comments.fates.${comment.fate}`)}</td>
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  );
}

/** Cells that a comment is about, with the names of the previous file. */
function CommentedCells({ comment: { column, cell } }: { comment: ComparedComment }) {
  const { t } = useTranslation('correction');
  if (column === null) return t('comments.wholeTable');
  if (cell > 0) return t('comments.cell', { column, row: cell });
  return t(cell === 0 ? 'comments.column' : 'comments.cells', { column });
}
