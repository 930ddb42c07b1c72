import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import { maxSearchTermCharacters } from '@domain/limits';

import { countsOf, HomeHead } from '~/components/search/search-form';
import { paths } from '~/paths';
import { readOverview } from '~/repository-client/search';

export const handle = { title: 'home:title', help: 'searching' };

/** Any deeper address that leads nowhere shows the home screen (spec section 2), and says so by its status. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const words = wordsOf(new URL(request.url).pathname);
  return data({ words, counts: await readOverview(context).then(countsOf, () => null) }, { status: 404 });
}

/** The words of a path, as somebody would search for them. */
function wordsOf(path: string): string {
  let text = path;
  try {
    text = decodeURIComponent(path);
  } catch {
    // An address that is not encoded rightly is read as it is.
  }
  const words = text.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
  return [...words].slice(0, maxSearchTermCharacters).join('');
}

export default function Unknown() {
  const { words, counts } = useLoaderData<typeof loader>();
  const { t } = useTranslation('home');
  return (
    <>
      <div className="notice">
        <p>{t('unknown.nothing')}</p>
        {words === '' ? null : (
          <p>
            <a href={paths.search(words)}>{t('unknown.search', { words })}</a>
          </p>
        )}
      </div>
      <HomeHead tests={[]} text="" counts={counts} />
    </>
  );
}
