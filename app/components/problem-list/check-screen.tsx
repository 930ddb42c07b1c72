import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

import { type ProblemCounts, type ProblemPage, problemsPerPage } from '@domain/api/problems';
import { maxCommentCharacters, minCommentCharacters } from '@domain/limits';
import type { GridColumn, GridRow } from '~/components/data-grid/data-grid';
import { PageButtons } from '~/components/workflow/page-buttons';
import { pageNumbers } from '~/components/workflow/page-numbers';
import { SaveButtons } from '~/drafts/draft-autosave';
import type { FormVersions } from '~/drafts/form-snapshot';
import { VersionNotes } from '~/drafts/form-versions';
import { Form } from '~/forms/form';
import { formatNumber } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';

import { type Commenting, commentName, commentTargets, type TypedComments } from '~/forms/comment-form';
import { listQuery, type ProblemListQuery } from '~/forms/problem-query';
import { commentHintId, saveButtonId } from './problem-ids';
import { ProblemFilter } from './problem-filter';
import { ProblemGrid } from './problem-grid';
import { GroupTable, ProblemTable } from './problem-table';

/** One page of a table's problems with the data around them. */
interface CheckView {
  /** `address` leads to its mapping. */
  table: { name: string; rowsLeftOut: number; address: string };
  query: ProblemListQuery;
  page: ProblemPage;
  /** Cells and columns shown in the grid. */
  linked: string[];
  columns: GridColumn[];
  targets: string[];
  rows: GridRow[];
  rowsAway: boolean;
}

/** Id of the form on its page. */
export const commentsFormId = 'comments-form';

interface CommentsFormProps {
  view: CheckView;
  /** Address of this page, to which the form posts. */
  action: string;
  /** Comments as typed or drafted, including those of other pages. */
  typed: TypedComments;
  errors: ReadonlyMap<string, string>;
  isTall: boolean;
  asks: boolean;
  versions: FormVersions;
}

/** Comment form with the problems of a table. */
export function CommentsForm({ view, action, typed, errors, isTall, asks, versions }: CommentsFormProps) {
  const { t } = useTranslation('check');
  const language = useLanguage();
  if (view.page.counts.cells === 0) return <CheckText view={view} />;
  const here = new Set(commentTargets(view.page.groups).map(({ id }) => id));
  return (
    <>
      <Form id={commentsFormId} reloadDocument action={action} className="comments-form">
        <VersionNotes versions={versions} />
        {asks ? <UncommentedQuestion /> : null}
        {[...typed].map(([id, comment]) =>
          here.has(id) ? null : <input type="hidden" name={commentName(id)} value={comment} key={id} />,
        )}
        <ListHead view={view} posts isTall={isTall} />
        <p id={commentHintId} className="hint">
          {t('hint', { min: minCommentCharacters, max: formatNumber(maxCommentCharacters, language) })}
        </p>
        <List view={view} commenting={{ typed, errors }} />
        <SaveButtons versions={versions} save={t('save')} id={saveButtonId} />
      </Form>
      <Grid view={view} />
    </>
  );
}

/** The problems of a table and their comments as text. */
export function CheckText({ view }: { view: CheckView }) {
  return (
    <>
      {view.page.counts.cells === 0 ? (
        <>
          <ProblemSummary counts={view.page.counts} />
          <RowsLeftOut table={view.table} />
        </>
      ) : (
        <form method="get" className="comments-form">
          <input type="hidden" name="table" value={view.table.name} />
          {view.query.group === null ? null : <GroupFields query={view.query} />}
          <ListHead view={view} posts={false} isTall={view.query.isTall} />
          <List view={view} commenting={null} />
        </form>
      )}
      <Grid view={view} />
    </>
  );
}

/** Keeps the group on its pages, and the filter to return to. The severity, even none, tells the form from a link. */
function GroupFields({ query: { group, column, severity } }: { query: ProblemListQuery }) {
  const fields = Object.entries({ group, column, severity: severity ?? '' });
  return fields.map(([name, value]) =>
    value === null ? null : <input key={name} type="hidden" name={name} value={value} />,
  );
}

interface ListHeadProps {
  view: CheckView;
  posts: boolean;
  isTall: boolean;
}

/** Filter and pages of the list. */
function ListHead({ view, posts, isTall }: ListHeadProps) {
  const { t } = useTranslation('check');
  const { query, page } = view;
  const [group] = query.group === null ? [] : page.groups;
  const whole = listQuery({ ...query, group: null, offset: 0 });
  return (
    <>
      {group ? (
        <div className="problem-head">
          <h3>{t('groupHeading', { count: group.count, column: group.letters })}</h3>
          {posts ? (
            <button type="submit" name="intent" value="group:" className="link-button">
              {t('allProblems')}
            </button>
          ) : (
            <a href={whole}>{t('allProblems')}</a>
          )}
        </div>
      ) : (
        <>
          <ProblemSummary counts={page.counts} />
          <RowsLeftOut table={view.table} />
        </>
      )}
      <ProblemFilter query={query} columns={page.columns} posts={posts} isTall={isTall} />
      <Pages view={view} posts={posts} />
    </>
  );
}

function Pages({ view: { page }, posts }: { view: CheckView; posts: boolean }) {
  const { t } = useTranslation('check');
  const language = useLanguage();
  const number = (value: number) => formatNumber(value, language);
  const count = Math.ceil(page.total / problemsPerPage);
  const current = Math.floor(page.offset / problemsPerPage) + 1;
  const pages = pageNumbers(current, count).map((each) => {
    const first = (each - 1) * problemsPerPage;
    const last = Math.min(first + problemsPerPage, page.total);
    return { number: first, text: t('page', { first: number(first + 1), last: number(last) }) };
  });
  return <PageButtons label={t('pages')} name="offset" posts={posts} pages={pages} current={page.offset} />;
}

function List({ view, commenting }: { view: CheckView; commenting: Commenting | null }) {
  const { t } = useTranslation('check');
  if (view.page.total === 0) return <p>{t('filter.nothing')}</p>;
  return (
    <>
      <GroupTable groups={view.page.groups} commenting={commenting} />
      <ProblemTable
        groups={view.page.groups}
        linked={new Set(view.linked)}
        commenting={commenting}
        groupAddress={(group) => listQuery({ ...view.query, group, offset: 0 })}
      />
    </>
  );
}

function Grid({ view: { table, columns, targets, rows, rowsAway, page } }: { view: CheckView }) {
  const { t } = useTranslation('check');
  const problems = page.groups.flatMap((group) => group.problems);
  return (
    <>
      <h3>{problems.length > 0 ? t('rows') : t('firstRows', { table: table.name })}</h3>
      {rowsAway ? <p className="notice">{t('uploads:rowsAway')}</p> : null}
      <ProblemGrid table={table.name} columns={columns} targets={targets} rows={rows} problems={problems} />
    </>
  );
}

/**
 * Numbers of cells that can be explained and of those to correct, which add up to all problems; the spec's sentence if
 * there are none.
 */
function ProblemSummary({ counts: { cells, errors, groups, open } }: { counts: ProblemCounts }) {
  const { t } = useTranslation('check');
  const language = useLanguage();
  const number = (count: number) => ({ count, number: formatNumber(count, language) });
  if (cells === 0) return <p>{t('none')}</p>;
  const unusual = cells - errors;
  return (
    <ul className="problem-summary">
      {unusual > 0 ? (
        <li>
          {t('counts.unusual', number(unusual))} {t('counts.groups', number(groups))},{' '}
          {open > 0 ? t('counts.open', number(open)) : t('counts.explained', number(unusual))}
        </li>
      ) : null}
      {errors > 0 ? <li>{t('counts.locked', number(errors))}</li> : null}
    </ul>
  );
}

/** Number of rows that are not checked because they are no data, with a link to them. */
function RowsLeftOut({ table: { rowsLeftOut: count, address } }: Pick<CheckView, 'table'>) {
  const { t } = useTranslation('check');
  const language = useLanguage();
  if (count === 0) return null;
  return (
    <p>
      {t('rowsLeftOut', { count, number: formatNumber(count, language) })}{' '}
      <a href={`${address}#rows-left-out`}>{t('showRowsLeftOut')}</a>
    </p>
  );
}

/**
 * Question before saving with uncommented problems. Its buttons belong to the surrounding form. Without script it is
 * part of the page. Script turns it into a dialog, in which Cancel and Esc lead back to the save button.
 */
function UncommentedQuestion() {
  const { t } = useTranslation('check');
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    element.close();
    element.showModal();
    const leadBack = () => document.getElementById(saveButtonId)?.focus();
    element.addEventListener('close', leadBack);
    return () => element.removeEventListener('close', leadBack);
  }, []);
  return (
    <dialog ref={dialog} open className="notice notice-question" aria-labelledby="uncommented-heading">
      {/* Without script, autoFocus moves the focus to the question. */}
      <h2 id="uncommented-heading" tabIndex={-1} autoFocus>
        {t('question.heading')}
      </h2>
      <p>{t('question.text')}</p>
      <div className="actions">
        <button type="submit" name="confirmed" value="yes">
          {t('question.ok')}
        </button>
        <button
          type="submit"
          name="intent"
          value="cancel"
          className="button-quiet"
          onClick={(event) => {
            event.preventDefault();
            dialog.current?.close();
          }}
        >
          {t('question.cancel')}
        </button>
      </div>
    </dialog>
  );
}
