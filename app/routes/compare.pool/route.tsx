import { data, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import { readPoolAddress } from '@domain/pool/pool-address';
import { maxPoolDataSets, noPoolChoice, writePoolChoice } from '@domain/pool/pool-choice';
import { loginAddress, pageOf } from '~/auth/guards';
import { readSearchAddress } from '~/components/search/search-address';
import { ErrorSummary } from '~/forms/error-summary';
import { loadTexts } from '~/i18n/browser-texts';
import { paths } from '~/paths';
import { orFailurePage } from '~/repository-client/transport';
import { choiceErrors } from '~/screens/choice-errors.server';
import { listTicked } from '~/screens/ticked-data-sets.server';

import { ClosedDataSets } from './closed-data-sets';
import { findPool, fitOf, formFields, readSentChoice } from './find-pool.server';
import { PoolForm } from './pool-form';

await loadTexts('pool');

export const handle = { title: 'pool:title', help: 'pool', description: 'pool:description' };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const { choice, format, language, unread } = readPoolAddress(query);
  const errors = choiceErrors(unread, 'pool', context);
  const isFromResults = ['nr', 'select'].some((name) => query.has(name));
  if (isFromResults || (query.has(formFields.shown) && errors.length === 0)) {
    const sent = isFromResults
      ? { ...noPoolChoice, dataSets: await tickedOf(query) }
      : await orFailurePage(readSentChoice(context, choice, query));
    const shape = Object.entries({ format, lang: language }).flatMap(([name, value]) => (value ? [[name, value]] : []));
    throw redirect(paths.pool(String(new URLSearchParams([...writePoolChoice(sent), ...shape]))), 303);
  }
  const found = await orFailurePage(findPool(context, choice));
  const login = context.user ? null : loginAddress(pageOf(request));
  const typed = errors.length > 0 ? Object.fromEntries(query) : {};
  const file = { format: format ?? 'csv', language: language ?? context.language };
  const shown = { found, fit: fitOf(found.choice), ...file, login, errors, typed, hasErrors: errors.length > 0 };
  return data(shown, { status: errors.length > 0 ? 400 : 200 });

  async function tickedOf(results: URLSearchParams): Promise<number[]> {
    const ticked = await orFailurePage(listTicked(context, readSearchAddress(results)));
    return ticked.slice(0, maxPoolDataSets).sort((a, b) => a - b);
  }
}

/** A form for one table of several data sets. */
export default function Pool() {
  const loaded = useLoaderData<typeof loader>();
  const { found, login, errors } = loaded;
  const { t } = useTranslation('pool');
  const closed = found.dataSets.filter(({ isOpen, kind }) => !isOpen && kind === 'raw');
  return (
    <>
      <h1>{t('title')}</h1>
      <ErrorSummary errors={errors} answer={loaded} />
      <p className="lead">{t('lead')}</p>
      <PoolForm {...loaded} />
      {closed.length > 0 ? <ClosedDataSets closed={closed} login={login} /> : null}
      <section aria-labelledby="pool-explained">
        <h2 id="pool-explained">{t('explained.heading')}</h2>
        <ul>
          {(['rows', 'people', 'raw', 'licences', 'programs'] as const).map((name) => (
            <li key={name}>{t(`explained.${name}`)}</li>
          ))}
        </ul>
        <p>
          <a href={paths.apiDocs()}>{t('explained.api')}</a>
        </p>
      </section>
    </>
  );
}
