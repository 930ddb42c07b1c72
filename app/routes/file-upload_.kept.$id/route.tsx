import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import { requireUser } from '~/auth/guards';
import { TypedEntries } from '~/drafts/typed-entries';
import { loadTexts } from '~/i18n/browser-texts';
import { formatDateTime } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';
import { useTimeZone } from '~/i18n/use-time-zone';
import { paths } from '~/paths';
import { metadataInWords } from '~/screens/metadata-words.server';
import { uploadIdOf } from '~/screens/upload.server';

await loadTexts('sharing', 'form-versions');

export const handle = { title: 'sharing:kept.title', help: 'co-authors' };

/** The 404 page if the user has typed nothing about this upload. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  requireUser(request, context);
  const id = uploadIdOf(params);
  const texts = await context.drafts.listTexts(id);
  if (texts.length === 0) throw new Response(null, { status: 404 });
  const inWords = texts.map(async (text) =>
    metadataForms.includes(text.form) ? { ...text, entries: await metadataInWords(context, text.entries) } : text,
  );
  return { id, texts: await Promise.all(inWords) };
}

/** Forms whose fields have names that say nothing. */
const metadataForms = ['metadata', 'correction'];

/** What a former co-author typed in the forms of an upload and did not save, for copying. */
export default function KeptTexts() {
  const { id, texts } = useLoaderData<typeof loader>();
  const { t } = useTranslation('sharing');
  const language = useLanguage();
  const timeZone = useTimeZone();
  return (
    <>
      <h1>{t('kept.heading', { id })}</h1>
      <p>{t('kept.intro')}</p>
      {texts.map(({ form, object, entries, savedAt }) => (
        <section key={`${form} ${object} ${savedAt}`} aria-label={t(`kept.form.${form}`)}>
          <h2>{t(`kept.form.${form}`)}</h2>
          <p className="hint">{t('kept.time', { time: formatDateTime(savedAt, language, timeZone) })}</p>
          <TypedEntries entries={entries} />
        </section>
      ))}
      <p>
        <Link to={paths.uploads()}>{t('kept.back')}</Link>
      </p>
    </>
  );
}
