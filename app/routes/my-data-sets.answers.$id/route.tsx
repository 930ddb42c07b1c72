import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import { formatDay } from '@domain/formats';
import { pageIn } from '@domain/page-of';

import { requireUser } from '~/auth/guards';
import { ContributedText, TitleLines, titlesFor } from '~/components/contributed-text';
import { cardRoles, ScrollTable } from '~/components/scroll-area';
import { PageLinks } from '~/components/workflow/page-links';
import { loadTexts } from '~/i18n/browser-texts';
import { useLanguage } from '~/i18n/use-language';
import { paths } from '~/paths';
import { readLicenceAnswers } from '~/repository-client/my-data-sets';
import { orFailurePage } from '~/repository-client/transport';

await loadTexts('my-data-sets', 'uploads');

const columns = ['date', 'version', 'institution', 'country', 'purpose'] as const;

export const handle = { title: 'my-data-sets:answers.title', help: 'my-data-sets' };

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  requireUser(request, context);
  const { id = '' } = params;
  return { id, ...(await orFailurePage(readLicenceAnswers(context, id, pageIn(request)))) };
}

/** Who downloaded a data set and for which purpose, as they stated in the form of its licence. */
export default function LicenceAnswers() {
  const { id, answers, page, pages, total, ...study } = useLoaderData<typeof loader>();
  const { t } = useTranslation('my-data-sets');
  const language = useLanguage();
  return (
    <>
      <p>
        <Link to={paths.myDataSets()}>{t('answers.back')}</Link>
      </p>
      <h1>{t('answers.title')}</h1>
      <TitleLines titles={titlesFor(study, language)} />
      <p>{t('answers.intro')}</p>
      {answers.length === 0 ? (
        <p>{t('answers.none')}</p>
      ) : (
        <>
          <p>
            {t('answers.count', { count: total })}. <a href={paths.licenceAnswersFile(id)}>{t('answers.file')}</a>
          </p>
          <ScrollTable
            label={t('answers.title')}
            isCards
            heads={columns.map((column) => t(`answers.columns.${column}`))}
          >
            <tbody {...cardRoles.group}>
              {answers.map(({ date, version, institution, country, purpose }, index) => (
                <tr key={index} {...cardRoles.row}>
                  <th scope="row" {...cardRoles.rowHead}>
                    <time dateTime={date}>{formatDay(date.split('-'), language)}</time>
                  </th>
                  <td data-label={t('answers.columns.version')} {...cardRoles.cell}>
                    {version}
                  </td>
                  <Stated column="institution">{institution}</Stated>
                  <Stated column="country">{country}</Stated>
                  <Stated column="purpose">{purpose}</Stated>
                </tr>
              ))}
            </tbody>
          </ScrollTable>
          <PageLinks
            label={t('answers.pages')}
            page={page}
            pages={pages}
            addressOf={(number) => paths.licenceAnswers(id, number)}
          />
        </>
      )}
    </>
  );
}

function Stated({ column, children }: { column: (typeof columns)[number]; children: string }) {
  const { t } = useTranslation('my-data-sets');
  return (
    <td className="long-text" data-label={t(`answers.columns.${column}`)} {...cardRoles.cell}>
      <ContributedText language="">{children}</ContributedText>
    </td>
  );
}
