import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';

import type { SavedSearch } from '@domain/api/saved-searches';

import { redirectToLoginAndConfirm, requireUser } from '~/auth/guards';
import { ScrollTable } from '~/components/scroll-area';
import { readSearchAddress, searchPage } from '~/components/search/search-address';
import { useSearchInWords } from '~/components/search/search-in-words';
import { Form } from '~/forms/form';
import type { FormEntries } from '~/forms/form-entries';
import { readEntries, readValidForm } from '~/forms/read-form.server';
import { loadTexts } from '~/i18n/browser-texts';
import { formatDate } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';
import type { LoadContext } from '~/load-context';
import { paths } from '~/paths';
import { deleteSavedSearch, listSavedSearches, saveSearch } from '~/repository-client/saved-searches';
import { attempt, orFailurePage } from '~/repository-client/transport';

await loadTexts('results', 'saved-searches');

export const handle = { title: 'saved-searches:title', help: 'searching' };

export async function loader({ request, context }: LoaderFunctionArgs) {
  requireUser(request, context);
  return { searches: await orFailurePage(listSavedSearches(context)), timeZone: context.timeZone };
}

/** The pressed button: `save` has the query of the search of a results page, `delete` the id of a saved search. */
const PressedSchema = z.object({ save: z.array(z.string()), delete: z.array(z.string()) });

export async function action({ request, context }: ActionFunctionArgs) {
  const entries = await readEntries(request);
  const pressed = await readValidForm(entries, PressedSchema);
  const [query] = pressed.save;
  if (query !== undefined) return save(context, query, resultsPage(query, entries));
  requireUser(request, context);
  const [id = ''] = pressed.delete;
  const refusal = await attempt(() => deleteSavedSearch(context, id));
  // What is gone already was deleted in another window, or with the link of a mail.
  if (refusal && refusal.status !== 404) context.flash.set({ kind: 'note', key: `errors:${refusal.code}` });
  else context.flash.set({ kind: 'success', key: 'saved-searches:deleted' });
  return redirect(paths.savedSearches(), 303);
}

async function save(context: LoadContext, query: string, results: string): Promise<Response> {
  if (!context.user) throw redirectToLoginAndConfirm(context, results);
  const refusal = await attempt(() => saveSearch(context, query));
  if (refusal) {
    const values = refusal.problem.parameters as Record<string, string | number> | undefined;
    context.flash.set({ kind: 'note', key: `errors:${refusal.code}`, values });
  } else context.flash.set({ kind: 'success', key: 'saved-searches:saved' });
  return redirect(results, 303);
}

/** The results page from which a search was saved. What was ticked there since it was loaded stays ticked. */
function resultsPage(query: string, entries: FormEntries): string {
  const { text, tests, filters } = readSearchAddress(new URLSearchParams(query));
  const sent = readSearchAddress(new URLSearchParams(entries));
  return searchPage({ ...sent, isSearch: true, text, tests, filters });
}

/** The user's saved searches, the newest first. */
export default function SavedSearches() {
  const { searches, timeZone } = useLoaderData<typeof loader>();
  const { t } = useTranslation('saved-searches');
  return (
    <>
      <h1>{t('title')}</h1>
      <p>{searches.length === 0 ? t('none') : t('intro')}</p>
      {searches.length === 0 ? (
        <p>
          <Link to={paths.home()}>{t('search')}</Link>
        </p>
      ) : (
        <Form reloadDocument>
          <ScrollTable
            label={t('title')}
            heads={(['search', 'date', 'results', 'delete'] as const).map((column) => t(`columns.${column}`))}
          >
            <tbody>
              {searches.map((search) => (
                <SearchRow key={search.id} search={search} timeZone={timeZone} />
              ))}
            </tbody>
          </ScrollTable>
        </Form>
      )}
    </>
  );
}

function SearchRow({ search, timeZone }: { search: SavedSearch; timeZone: string }) {
  const { t } = useTranslation('saved-searches');
  const language = useLanguage();
  const { id, query, createdAt } = search;
  const words = useSearchInWords()(search);
  return (
    <tr>
      <th scope="row">{words}</th>
      <td>
        <time dateTime={createdAt}>{formatDate(createdAt, language, timeZone)}</time>
      </td>
      <td>
        <a href={paths.searchResults(query)} aria-label={t('showOf', { search: words })}>
          {t('show')}
        </a>
      </td>
      <td>
        <button
          type="submit"
          name="delete"
          value={id}
          className="button-quiet"
          aria-label={t('deleteOf', { search: words })}
        >
          {t('delete')}
        </button>
      </td>
    </tr>
  );
}
