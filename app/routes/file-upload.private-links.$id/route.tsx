import type { ActionFunctionArgs, LoaderFunctionArgs, SerializeFrom } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import { formatDay } from '@domain/formats';
import { maxLabelCharacters, type PrivateLinks } from '@domain/life/private-links';

import { requireUser } from '~/auth/guards';
import { LinkList } from '~/components/private-links/link-list';
import { SaveButtons } from '~/drafts/draft-autosave';
import type { FormVersions } from '~/drafts/form-snapshot';
import { VersionNotes, versionsAfterReply } from '~/drafts/form-versions';
import type { PreservedForm } from '~/drafts/preserved-form';
import { ErrorSummary, type FormError } from '~/forms/error-summary';
import { TextField } from '~/forms/fields';
import { Form } from '~/forms/form';
import { type Entries, entryValue } from '~/forms/form-entries';
import { loadTexts } from '~/i18n/browser-texts';
import { useLanguage } from '~/i18n/use-language';
import { paths } from '~/paths';
import type { FormReply } from '~/screens/posted-form.server';
import { loadUpload, uploadIdOf } from '~/screens/upload.server';

import { changeLinks, loadLinks } from './links.server';

await loadTexts('private-links');

const formId = 'link-form';

export const handle = {
  title: 'private-links:title',
  help: 'private-links',
  preservesForm(data: unknown): PreservedForm | null {
    const { view, form } = data as SerializeFrom<typeof loader>;
    return form ? { kind: 'private-link', id: formId, object: view.id } : null;
  },
};

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  requireUser(request, context);
  const { id } = await loadUpload(context, params);
  return loadLinks(context, id);
}

export function action({ request, context, params }: ActionFunctionArgs) {
  return changeLinks(request, context, uploadIdOf(params));
}

/** Private links to an upload: for whom they are, how often they were used, and a form for a further one. */
export default function PrivateLinksPage() {
  const { view, proposed, form } = useLoaderData<typeof loader>();
  const reply = useActionData<() => FormReply>();
  const { t } = useTranslation('private-links');
  const errors = (reply?.errors ?? []).map((error) => (form ? error : { ...error, fieldId: null }));
  return (
    <>
      <ErrorSummary errors={errors} />
      <h2>{t('heading', { file: view.fileName })}</h2>
      <p>{t('intro')}</p>
      {form ? (
        <MakeForm
          ends={view.ends}
          entries={reply?.entries ?? form.typed ?? proposed}
          errors={errors}
          versions={versionsAfterReply(form.versions, reply)}
        />
      ) : (
        <p className="notice">{t('closed')}</p>
      )}
      <section aria-labelledby="links">
        <h3 id="links">{t('list.heading')}</h3>
        <LinkList page={paths.privateLinks(view.id)} links={view.links} />
      </section>
      <p>
        <Link to={paths.uploadSubmit(view.id)}>{t('back')}</Link>
      </p>
    </>
  );
}

interface MakeFormProps {
  ends: PrivateLinks['ends'];
  entries: Entries;
  errors: readonly FormError[];
  versions: FormVersions;
}

function MakeForm({ ends, entries, errors, versions }: MakeFormProps) {
  const { t } = useTranslation('private-links');
  const language = useLanguage();
  const field = (name: string) => ({
    id: name,
    name,
    defaultValue: entryValue(entries, name),
    error: errors.find(({ fieldId }) => fieldId === name)?.message ?? null,
  });
  const to = formatDay(ends.to.split('-'), language);
  return (
    <section aria-labelledby="make-link">
      <h3 id="make-link">{t('make.heading')}</h3>
      <Form id={formId} reloadDocument>
        <VersionNotes versions={versions} />
        <TextField
          {...field('label')}
          label={t('make.label')}
          hint={t('make.labelHint', { max: maxLabelCharacters })}
          autoComplete="off"
        />
        <TextField
          {...field('until')}
          type="date"
          min={ends.from}
          max={ends.to}
          label={t('make.until')}
          hint={t('make.untilHint', { to, example: ends.usual })}
        />
        <SaveButtons versions={versions} save={t('make.button')} />
      </Form>
    </section>
  );
}
