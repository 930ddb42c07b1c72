import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import { parseLanguage } from '@domain/language';
import { maxPoolDataSets, poolFormats, readPoolChoice, writePoolChoice } from '@domain/pool/pool-choice';
import { loginAddress, pageOf } from '~/auth/guards';
import { readSearchAddress } from '~/components/search/search-address';
import { loadTexts } from '~/i18n/browser-texts';
import { paths } from '~/paths';
import { orFailurePage } from '~/repository-client/transport';
import { listTicked } from '~/screens/ticked-data-sets.server';

import { ClosedDataSets } from './closed-data-sets';
import { findPool, fitOf, formFields, readSentChoice } from './find-pool.server';
import { PoolForm } from './pool-form';

await loadTexts('pool');

export const handle = { title: 'pool:title', help: 'pool', description: 'pool:description' };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const isFromResults = ['nr', 'select'].some((name) => query.has(name));
  if (isFromResults || query.has(formFields.shown)) {
    const choice = isFromResults
      ? { ...readPoolChoice(new URLSearchParams()), dataSets: await tickedOf(query) }
      : await orFailurePage(readSentChoice(context, query));
    throw redirect(paths.pool(String(new URLSearchParams([...writePoolChoice(choice), ...shapeOf(query)]))), 303);
  }
  const found = await orFailurePage(findPool(context, readPoolChoice(query)));
  const format = poolFormats.find((one) => one === query.get('format')) ?? 'csv';
  const language = parseLanguage(query.get('lang')) ?? context.language;
  const login = context.user ? null : loginAddress(pageOf(request));
  return { found, fit: fitOf(found.choice), format, language, login };

  async function tickedOf(results: URLSearchParams): Promise<number[]> {
    const ticked = await orFailurePage(listTicked(context, readSearchAddress(results)));
    return ticked.slice(0, maxPoolDataSets).sort((a, b) => a - b);
  }
}

/** Format and language of a form, if they are valid. */
function shapeOf(query: URLSearchParams): [string, string][] {
  const format = poolFormats.find((one) => one === query.get('format'));
  const language = parseLanguage(query.get('lang'));
  return Object.entries({ format, lang: language }).flatMap(([name, value]) => (value ? [[name, value]] : []));
}

/** A form for one table of several data sets. */
export default function Pool() {
  const { found, fit, format, language, login } = useLoaderData<typeof loader>();
  const { t } = useTranslation('pool');
  const closed = found.dataSets.filter(({ isOpen, kind }) => !isOpen && kind === 'raw');
  return (
    <>
      <h1>{t('title')}</h1>
      <p className="lead">{t('lead')}</p>
      <PoolForm found={found} fit={fit} format={format} language={language} />
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
