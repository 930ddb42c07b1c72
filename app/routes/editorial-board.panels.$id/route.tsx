import type { ActionFunctionArgs, LoaderFunctionArgs, SerializeFrom } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import { requireExpert } from '~/auth/guards';
import { TieNote } from '~/components/board/tie-note';
import { ContributedText } from '~/components/contributed-text';
import { StatusWords } from '~/components/status-words';
import type { PreservedForm } from '~/drafts/preserved-form';
import { ErrorSummary } from '~/forms/error-summary';
import { entryValue } from '~/forms/form-entries';
import { loadTexts } from '~/i18n/browser-texts';
import { paths } from '~/paths';
import { readPanelForm } from '~/screens/board-form.server';
import { uploadIdOf } from '~/screens/upload.server';

import { ActForms } from './act-forms';
import { formsOf, nameOf } from './panel-forms';
import { PanelTable } from './panel-table';
import { carryOut, loadPanels, type PanelsReply, sentForm } from './panels.server';

await loadTexts('panels');

export const handle = {
  title: 'panels:title',
  part: 'panels',
  help: 'editorial-board',
  preservesForm(data: unknown): PreservedForm | null {
    const { id, submission } = data as SerializeFrom<typeof loader>;
    const form = formsOf(submission).find(({ act }) => act !== 'accept');
    return form ? { kind: 'board', id: nameOf(form), object: `${id}/${nameOf(form)}` } : null;
  },
};

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  requireExpert(request, context);
  return loadPanels(context, uploadIdOf(params));
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const id = uploadIdOf(params);
  const entries = await readPanelForm(request, context, id, (sent) => nameOf(sentForm(sent)));
  return carryOut(context, id, entries);
}

/** Who reviews a submission, and what the member of the board may do about it. */
export default function Panels() {
  const { submission, experts, kept } = useLoaderData<typeof loader>();
  const reply = useActionData<() => PanelsReply>();
  const { t } = useTranslation('panels');
  const forms = formsOf(submission);
  const isGone = reply && !forms.some((form) => nameOf(form) === reply.name);
  const lost = isGone ? entryValue(reply.entries, 'reason') : '';
  return (
    <>
      <ErrorSummary
        errors={isGone ? reply.errors.map((error) => ({ ...error, fieldId: null })) : (reply?.errors ?? [])}
      />
      <h2>{t('heading', { file: submission.upload.datei })}</h2>
      <p>
        {t('editorial:vote.status')}:{' '}
        <StatusWords status={submission.upload.status} withdrawal={submission.upload.withdrawal} />
      </p>
      {lost === '' ? null : (
        <div className="notice">
          <p>{t('lost')}</p>
          <p className="long-text">
            <ContributedText language="">{lost}</ContributedText>
          </p>
        </div>
      )}
      <TieNote submission={submission} isLinked={false} />
      <PanelTable panels={submission.votes} experts={experts} />
      {forms.length === 0 ? <p className="hint">{t('nothing')}</p> : null}
      <ActForms forms={forms} panels={submission.votes} experts={experts} kept={kept} reply={isGone ? null : reply} />
      {submission.handsOn ? (
        <p>
          <Link to={paths.editorialOwner(submission.upload.id)}>{t('owner')}</Link>
        </p>
      ) : null}
    </>
  );
}
