import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import { requireExpert } from '~/auth/guards';
import { SaveButtons } from '~/drafts/draft-autosave';
import { versionsAfterReply, VersionNotes } from '~/drafts/form-versions';
import type { PreservedForm } from '~/drafts/preserved-form';
import { ErrorSummary } from '~/forms/error-summary';
import { Form } from '~/forms/form';
import { loadTexts } from '~/i18n/browser-texts';
import { formatNumber } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';
import { paths } from '~/paths';
import type { FormReply } from '~/screens/posted-form.server';

import { ProfileFields } from './profile-fields';
import { changeProfile, loadProfile } from './profile.server';

await loadTexts('board-profile');

/** Id of the form on its page. */
const profileFormId = 'profile-form';

export const handle = {
  title: 'board-profile:title',
  help: 'editorial-board',
  preservesForm: (): PreservedForm => ({ kind: 'board', id: profileFormId, object: 'profile' }),
};

export async function loader({ request, context }: LoaderFunctionArgs) {
  requireExpert(request, context);
  return loadProfile(context);
}

export function action({ request, context }: ActionFunctionArgs) {
  return changeProfile(request, context);
}

/** What a member of the board says about themselves. */
export default function BoardProfile() {
  const { entries, versions, load } = useLoaderData<typeof loader>();
  const reply = useActionData<() => FormReply>();
  const { t } = useTranslation('board-profile');
  const language = useLanguage();
  const shown = versionsAfterReply(versions, reply);
  return (
    <>
      <ErrorSummary errors={reply?.errors ?? []} />
      <p>
        <Link to={paths.editorialBoard()}>{t('editorial:back')}</Link>
      </p>
      <h2>{t('title')}</h2>
      <p>{t('intro')}</p>
      {load === null ? null : <p>{t('load', { number: formatNumber(load, language) })}</p>}
      <Form id={profileFormId} reloadDocument>
        <VersionNotes versions={shown} />
        <ProfileFields entries={reply?.entries ?? entries} errors={reply?.errors ?? []} />
        <SaveButtons versions={shown} save={t('save')} />
      </Form>
    </>
  );
}
