import type { ActionFunctionArgs, LoaderFunctionArgs, SerializeFrom } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import { requireUser } from '~/auth/guards';
import { MemberList } from '~/components/sharing/member-list';
import { OfferState } from '~/components/sharing/offer-state';
import { formId, type RefusedForm, type TypedAct, TypedForm } from '~/components/sharing/sharing-forms';
import type { PreservedForm } from '~/drafts/preserved-form';
import { ErrorSummary } from '~/forms/error-summary';
import { loadTexts } from '~/i18n/browser-texts';
import { isKnown, usePersonInWords } from '~/i18n/use-person-in-words';
import { paths } from '~/paths';
import { changeSharing, loadSharing, type SharingReply } from '~/screens/sharing.server';
import { loadUpload, uploadIdOf } from '~/screens/upload.server';

await loadTexts('sharing');

export const handle = {
  title: 'sharing:title',
  help: 'co-authors',
  preservesForm(data: unknown): PreservedForm | null {
    const { view, forms } = data as SerializeFrom<typeof loader>;
    const [first] = forms;
    return first ? { kind: 'sharing', id: formId(first.act), object: `${view.id}/${first.act}` } : null;
  },
};

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  requireUser(request, context);
  const { id } = await loadUpload(context, params);
  return loadSharing(context, id);
}

export function action({ request, context, params }: ActionFunctionArgs) {
  return changeSharing(request, context, 'own', uploadIdOf(params));
}

/** Who shares an upload. The owner invites, changes and ends; a co-author can leave. */
export default function CoAuthors() {
  const { page, view } = useLoaderData<typeof loader>();
  const reply = useActionData<() => SharingReply>() ?? null;
  const { t } = useTranslation('sharing');
  const inWords = usePersonInWords();
  const isOwner = view.right === 'own';
  const introMember = isKnown(view.owner) ? t('introMember', { owner: inWords(view.owner) }) : t('introLeft');
  return (
    <>
      <ErrorSummary errors={reply?.errors ?? []} />
      <h2>{t('heading')}</h2>
      <p>{isOwner ? t('introOwner') : introMember}</p>
      <h3>{t('list')}</h3>
      <MemberList page={page} view={view} />
      {isOwner ? <OwnerParts refused={reply} /> : null}
      <p>
        <Link to={paths.uploadSubmit(view.id)}>{t('back')}</Link>
      </p>
    </>
  );
}

/** Inviting and handing on. */
function OwnerParts({ refused }: { refused: RefusedForm | null }) {
  const { page, view, forms } = useLoaderData<typeof loader>();
  const { t } = useTranslation('sharing');
  const formOf = (act: TypedAct) => {
    const form = forms.find((one) => one.act === act);
    const own = refused?.act === act ? refused : null;
    return form ? <TypedForm page={page} form={form} refused={own} studySize={view.studySize} /> : null;
  };
  return (
    <>
      <section aria-labelledby="invite-heading">
        <h3 id="invite-heading">{t('invite.heading')}</h3>
        <p>{t('invite.intro')}</p>
        {formOf('invite')}
      </section>
      <section aria-labelledby="offer-heading">
        <h3 id="offer-heading">{t('offer.heading')}</h3>
        <p>{t('offer.intro')}</p>
        {view.offer ? <OfferState page={page} offer={view.offer} reader="owner" /> : null}
        {formOf('offer')}
      </section>
    </>
  );
}
