import { useRouteLoaderData } from '@remix-run/react';

import { paths } from '~/paths';
import type { RootData } from '~/root-data';

/**
 * Where buttons of the results form post what is to be downloaded. It is a GET form, whose fields show in the
 * address: the token stands in the buttons' address alone.
 */
export function useDownloadAddress(): string {
  const token = useRouteLoaderData<RootData>('root')?.formToken;
  return `${paths.searchDownload()}${token ? `?form-token=${encodeURIComponent(token)}` : ''}`;
}
