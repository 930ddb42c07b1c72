import { useTranslation } from 'react-i18next';

import type { GridColumn, GridRow } from '~/components/data-grid/data-grid';
import { DraftNote, type ShownDraft } from '~/components/workflow/draft-note';
import { PageButtons } from '~/components/workflow/page-buttons';
import { Form } from '~/forms/form';
import { commentName, type TypedComments, withTyped } from './comment-form';
import { ProblemGrid } from './problem-grid';
import type { CountedProblem, ProblemPage } from './problem-pages';
import { ProblemSummary } from './problem-summary';
import { ProblemTable, type ListedProblem } from './problem-table';
import { UncommentedQuestion } from './uncommented-question';

/** One page of a table's problems with the data around them. */
export interface CheckView {
  table: { name: string };
  /** All problems of the table, for the counts. */
  summary: CountedProblem[];
  problems: ListedProblem[];
  pages: ProblemPage[];
  page: ProblemPage;
  columns: GridColumn[];
  targets: string[];
  rows: GridRow[];
}

function usePages({ pages, page }: CheckView) {
  const { t } = useTranslation('check');
  return {
    label: t('pages'),
    name: 'page',
    pages: pages.map(({ number, start, end }) => ({
      number,
      text: t('page', { first: start + 1, last: end }),
    })),
    current: page.number,
  };
}

function Grid({ view }: { view: CheckView }) {
  const { t } = useTranslation('check');
  const { table, columns, targets, rows, problems } = view;
  return (
    <>
      <h3>{problems.length > 0 ? t('rows') : t('firstRows', { table: table.name })}</h3>
      <ProblemGrid table={table.name} columns={columns} targets={targets} rows={rows} problems={problems} />
    </>
  );
}

interface CommentsFormProps {
  view: CheckView;
  /** Address the form posts to: the page it stands on. */
  action: string;
  /** Comments as typed or drafted, those of other pages too. */
  typed: TypedComments;
  errors: ReadonlyMap<string, string>;
  asks: boolean;
  draft: ShownDraft | null;
}

/** The problems of a table as a form for their comments. */
export function CommentsForm({ view, action, typed, errors, asks, draft }: CommentsFormProps) {
  const { t } = useTranslation('check');
  const pages = usePages(view);
  const here = new Set(view.problems.map(({ id }) => id));
  if (view.summary.length === 0) return <CheckText view={view} />;
  return (
    <>
      <Form reloadDocument action={action} className="comments-form">
        <DraftNote draft={draft} />
        {asks ? <UncommentedQuestion /> : null}
        <ProblemSummary problems={view.summary} />
        {[...typed].map(([problem, comment]) =>
          here.has(problem) ? null : (
            <input type="hidden" name={commentName(problem)} value={comment} key={problem} />
          ),
        )}
        <PageButtons posts {...pages} />
        <ProblemTable problems={withTyped(view.problems, typed)} readOnly={false} errors={errors} />
        <div className="actions">
          <button type="submit" name="intent" value="save">
            {t('save')}
          </button>
          <button type="submit" name="intent" value="draft" className="button-quiet">
            {t('saveDraft')}
          </button>
        </div>
      </Form>
      <Grid view={view} />
    </>
  );
}

/** The problems of a table and their comments as text. */
export function CheckText({ view }: { view: CheckView }) {
  const pages = usePages(view);
  return (
    <>
      <ProblemSummary problems={view.summary} />
      <form method="get">
        <input type="hidden" name="table" value={view.table.name} />
        <PageButtons posts={false} {...pages} />
      </form>
      {view.problems.length > 0 ? <ProblemTable problems={view.problems} readOnly /> : null}
      <Grid view={view} />
    </>
  );
}
