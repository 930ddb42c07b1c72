import type { ActionFunctionArgs, LoaderFunctionArgs, SerializeFrom } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import { requireExpert } from '~/auth/guards';
import { OfferState } from '~/components/sharing/offer-state';
import { formId, TypedForm } from '~/components/sharing/sharing-forms';
import type { PreservedForm } from '~/drafts/preserved-form';
import { ErrorSummary } from '~/forms/error-summary';
import { loadTexts } from '~/i18n/browser-texts';
import { isKnown, usePersonInWords } from '~/i18n/use-person-in-words';
import { paths } from '~/paths';
import { loadReviewed } from '~/screens/board-form.server';
import { changeSharing, loadChairsOwner, type SharingReply } from '~/screens/sharing.server';
import { openParts, uploadIdOf } from '~/screens/upload.server';

await loadTexts('sharing');

export const handle = {
  title: 'sharing:chair.title',
  part: null,
  help: 'editorial-board',
  preservesForm(data: unknown): PreservedForm | null {
    const { view, form } = data as SerializeFrom<typeof loader>;
    return { kind: 'sharing', id: formId(form.act), object: `${view.id}/${form.act}` };
  },
};

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  requireExpert(request, context);
  const id = uploadIdOf(params);
  const submission = await loadReviewed(context, id);
  return { ...(await loadChairsOwner(context, id)), ...openParts({ ...submission.upload, status: submission.state }) };
}

export function action({ request, context, params }: ActionFunctionArgs) {
  return changeSharing(request, context, 'board', uploadIdOf(params));
}

/** Whose a submission is, and the form with which the chair offers it to somebody else. */
export default function SubmissionOwner() {
  const { page, view, form } = useLoaderData<typeof loader>();
  const reply = useActionData<() => SharingReply>() ?? null;
  const { t } = useTranslation('sharing');
  const inWords = usePersonInWords();
  return (
    <>
      <ErrorSummary errors={reply?.errors ?? []} />
      <h2>{t('chair.heading', { file: view.fileName })}</h2>
      <p>{isKnown(view.owner) ? t('chair.owner', { owner: inWords(view.owner) }) : t('chair.left')}</p>
      {view.coAuthors.length > 0 ? (
        <p>{t('chair.coAuthors', { names: view.coAuthors.map((one) => inWords(one)).join('; ') })}</p>
      ) : null}
      <h3>{t('chair-offer.heading')}</h3>
      <p>{t('chair-offer.intro', { count: view.handedOn })}</p>
      {view.offer ? <OfferState page={page} offer={view.offer} reader="chair" /> : null}
      <TypedForm page={page} form={form} refused={reply?.act === form.act ? reply : null} studySize={view.handedOn} />
      <p>
        <Link to={paths.editorialPanels(view.id)}>{t('chair.back')}</Link>
      </p>
    </>
  );
}
