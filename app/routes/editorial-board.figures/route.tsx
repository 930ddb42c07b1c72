import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import { requireExpert } from '~/auth/guards';
import { CountedAt } from '~/components/counted-at';
import { loadTexts } from '~/i18n/browser-texts';
import { paths } from '~/paths';
import { readFigures } from '~/repository-client/board-list';
import { orFailurePage } from '~/repository-client/transport';

import { ExpertTable, MonthTable } from './figure-tables';
import { MonthChart } from './month-chart';

await loadTexts('board-figures');

export const handle = { title: 'board-figures:title', help: 'editorial-board' };

/** Months that are shown; the file has all of them. */
const monthsShown = 24;

export async function loader({ request, context }: LoaderFunctionArgs) {
  requireExpert(request, context);
  const { months, ...others } = await orFailurePage(readFigures(context));
  return { months: months.slice(-monthsShown), hasMore: months.length > monthsShown, ...others };
}

export default function Figures() {
  const { months, hasMore, experts, countedAt } = useLoaderData<typeof loader>();
  const { t } = useTranslation('board-figures');
  return (
    <>
      <p>
        <Link to={paths.editorialBoard()}>{t('back')}</Link>
      </p>
      <h2>{t('heading')}</h2>
      {months.length === 0 ? (
        <p>{t('none')}</p>
      ) : (
        <>
          <p>
            {t('intro')} {hasMore ? t('earlier', { count: monthsShown }) : null}
          </p>
          <CountedAt at={countedAt} />
          <MonthChart months={months} />
          <MonthTable months={months} />
          <ExpertTable experts={experts} />
          <p>
            <a href={paths.editorialFiguresFile()}>{t('download')}</a>
          </p>
        </>
      )}
    </>
  );
}
