import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type SerializeFrom } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import { isBeingRead } from '@domain/file-state';
import { minCommentCharacters } from '@domain/limits';

import { requireUser } from '~/auth/guards';
import { Distributions } from '~/components/distributions/distributions';
import { DocumentsLink } from '~/components/documents/documents-part';
import { CorrectFileLink } from '~/components/correction/correct-file-link';
import type { PreservedForm } from '~/drafts/preserved-form';
import { CheckText, CommentsForm, commentsFormId } from '~/components/problem-list/check-screen';
import { CheckedTables, LostRowsNote } from '~/components/workflow/table-links';
import { readComments } from '~/forms/comment-form';
import { listQuery, readListQuery } from '~/forms/problem-query';
import { DownloadProblems } from '~/components/problem-list/download-problems';
import { PreviewLink } from '~/components/publication/publication-notes';
import { GoneComments } from '~/components/problem-list/comment-texts';
import { SentTooLate, TypedEntries } from '~/drafts/typed-entries';
import { versionsAfterReply } from '~/drafts/form-versions';
import { BlockedStep } from '~/components/workflow/step-menu';
import { Waiting } from '~/components/workflow/waiting';
import { ReadOnlyNote } from '~/components/sharing/read-only-note';
import { ErrorSummary } from '~/forms/error-summary';
import { Form } from '~/forms/form';
import { entryValue, readIntent } from '~/forms/form-entries';
import { loadTexts } from '~/i18n/browser-texts';
import { paths } from '~/paths';
import { orFailurePage } from '~/repository-client/transport';
import { startCheck } from '~/repository-client/mapping';
import { commentsForm, loadCheck, type CheckListData } from '~/screens/check.server';
import { readDraftableForm, saveDraft } from '~/drafts/post-draft.server';
import { leaveTest } from './leave-test.server';
import {
  saveComments,
  refuseComments,
  showComments,
  showRefusedComments,
  turnProblems,
  type CommentsReply,
} from './save-comments.server';
import { rememberListHeight, withListHeight } from '~/screens/list-height.server';
import { loadUploadWithFile, uploadIdOf } from '~/screens/upload.server';

await loadTexts('distributions');

export const handle = {
  title: 'check:title',
  step: 'check',
  help: 'check',
  preservesForm(data: unknown): PreservedForm | null {
    const { upload, list } = data as SerializeFrom<typeof loader>;
    const isShown = list?.table.checkState === 'ready' && !list.readOnly && list.page.counts.cells > 0;
    return isShown ? { kind: 'comments', id: commentsFormId, object: `${upload.id}/${list.table.name}` } : null;
  },
};

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  requireUser(request, context);
  const upload = await loadUploadWithFile(context, params);
  return loadCheck(context, upload, withListHeight(request, false), 'contributor');
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const id = uploadIdOf(params);
  const address = readListQuery(new URL(request.url).searchParams);
  const entries = await readDraftableForm(request, context, commentsForm(context, id, address));
  rememberListHeight(request, context, new URLSearchParams(entries));
  const query = { ...address, isTall: entryValue(entries, 'list') === 'tall' };
  const form = commentsForm(context, id, query);
  const posted = { id, query, form, entries };
  switch (readIntent(entries).verb) {
    case 'draft':
      return saveDraft(context, form, entries, (refusal) => showRefusedComments(context, refusal, entries));
    case 'cancel':
      return showComments(entries, 200, {});
    case 'offset':
    case 'group':
    case 'filter':
    case 'unfilter':
    case 'height':
      return turnProblems(context, posted);
    case 'leave-test':
      return leaveTest(context, posted);
    case 'start':
      await orFailurePage(startCheck(context, id));
      return redirect(form.page, 303);
    // Without an intent, the form was sent with Enter or confirmed.
    case '':
    case 'save':
      return saveComments(context, posted);
    default:
      return refuseComments(context, entries);
  }
}

export default function Check() {
  const { upload, waiting, list } = useLoaderData<typeof loader>();
  const { t } = useTranslation('check');
  if (waiting) return <Waiting kind="checking" upload={upload} />;
  if (!list && isBeingRead(upload.state)) return <Waiting kind="reading" upload={upload} />;
  if (!list) return <BlockedStep id={upload.id} step="check" flags={upload.flags} />;
  return (
    <>
      <h2>{t('heading')}</h2>
      {list.readOnly ? <ReadOnlyNote /> : <p>{t('intro', { min: minCommentCharacters })}</p>}
      <CheckedTables
        tables={upload.tables}
        current={list.table.name}
        addressOf={(table) => paths.uploadCheck(upload.id, table)}
      />
      {list.readOnly ? null : (
        <LostRowsNote tables={upload.tables} addressOf={(table) => paths.uploadData(upload.id, table)} />
      )}
      <TableLinks upload={upload} list={list} />
      {upload.flags.checked && !list.readOnly ? (
        <p className="notice">
          {t(upload.isExplained ? 'clearExplained' : 'clear')}{' '}
          <Link to={paths.uploadMeta(upload.id)}>{t('nextStep')}</Link>
        </p>
      ) : null}
      {list.table.checkState === 'ready' ? (
        <Comments id={upload.id} list={list} />
      ) : (
        <StartCheck id={upload.id} list={list} />
      )}
      {list.distributions ? <Distributions view={list.distributions} /> : null}
      <p>
        <Link to={paths.uploadData(upload.id, list.table.name)}>{t('back')}</Link>
      </p>
    </>
  );
}

/** What else can be done with the file and its problems. */
function TableLinks({ upload, list }: { upload: SerializeFrom<typeof loader>['upload']; list: CheckListData }) {
  const hasProblems = list.table.checkState === 'ready' && list.page.counts.cells > 0;
  return (
    <div className="actions">
      {hasProblems && !list.readOnly ? <CorrectFileLink id={upload.id} className="button button-quiet" /> : null}
      <DocumentsLink id={upload.id} className="button button-quiet" />
      {hasProblems ? (
        <DownloadProblems
          addressOf={(format, table) => paths.problemFile(upload.id, format, table)}
          table={list.table.name}
          tables={upload.tables.length}
        />
      ) : null}
      <PreviewLink to={paths.uploadPreview(upload.id, list.table.name)} />
    </div>
  );
}

/** The list with the typed, drafted or saved comments, in this order of preference. */
function Comments({ id, list }: { id: string; list: CheckListData }) {
  const reply = useActionData<() => CommentsReply>();
  if (list.readOnly) {
    return (
      <>
        <SentTooLate
          reply={reply}
          drafted={list.drafted}
          show={(entries) => <TypedEntries entries={[...readComments(entries)]} />}
        />
        <CheckText view={list} />
      </>
    );
  }
  const errors = reply?.errors ?? [];
  return (
    <>
      <ErrorSummary errors={errors} />
      <GoneComments entries={reply?.gone ?? []} />
      <CommentsForm
        view={list}
        action={paths.uploadCheck(id) + listQuery(list.query)}
        typed={reply ? readComments(reply.entries) : new Map(list.typed)}
        isTall={reply ? entryValue(reply.entries, 'list') === 'tall' : list.query.isTall}
        errors={new Map(errors.flatMap(({ problem, message }) => (problem ? [[problem, message]] : [])))}
        asks={reply?.asks ?? false}
        versions={versionsAfterReply(list.versions, reply)}
      />
    </>
  );
}

/** A table whose check has not run, or could not be finished. */
function StartCheck({ id, list }: { id: string; list: CheckListData }) {
  const { t } = useTranslation('check');
  if (!list.table.mapped) return <p>{t('noneMapped')}</p>;
  return (
    <Form reloadDocument action={paths.uploadCheck(id, list.table.name)}>
      <p>{t(list.table.checkState === 'failed' ? 'failed' : 'notChecked')}</p>
      <button type="submit" name="intent" value="start">
        {t('start')}
      </button>
    </Form>
  );
}
