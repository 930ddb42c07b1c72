import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import { isInfoPage, type InfoPage } from '~/paths';
import { orFailurePage } from '~/repository-client/failure-page';
import { readLicenceText } from '~/repository-client/licences';

import { LicenceText } from './licence-text';
import { TestItems } from './test-items';

export const handle = {
  title: (page: unknown, t: (key: string) => string) =>
    t(`info:${String((page as { page: InfoPage }).page)}.title`),
};

interface Section {
  heading: string;
  /** Paragraphs. */
  text: string[];
  /** Where links to this section lead. */
  id?: string;
}

export async function loader({ params, context }: LoaderFunctionArgs) {
  if (!isInfoPage(params.page)) throw new Response(null, { status: 404 });
  // The licence is the repository's: its text stands there alone.
  const isLicence = params.page === 'sufl-licence';
  const licence = isLicence ? await orFailurePage(readLicenceText(context, 'sufl')) : null;
  return { page: params.page, licence };
}

/** A page behind a link of the footer. */
export default function Info() {
  const { page, licence } = useLoaderData<typeof loader>();
  const { t } = useTranslation('info');
  const sections = t(`${page}.sections`, { returnObjects: true }) as Section[];
  return (
    <>
      <h1>{t(`${page}.title`)}</h1>
      {sections.map(({ heading, text, id }) => (
        <section key={heading} id={id}>
          <h2>{heading}</h2>
          {text.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      ))}
      {licence === null ? null : <LicenceText text={licence} />}
      {page === 'test-items' ? <TestItems intro={t('test-items.intro')} /> : null}
    </>
  );
}
