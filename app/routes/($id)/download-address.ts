import { useRouteLoaderData } from '@remix-run/react';

import { paths } from '~/paths';
import type { RootData } from '~/root-data';

/**
 * Address to which buttons of the results form post. The form itself is sent by GET, and its fields show in the
 * address, so the form token is only in the address of the buttons.
 */
export function useDownloadAddress(): string {
  const token = useRouteLoaderData<RootData>('root')?.formToken;
  return `${paths.searchDownload()}${token ? `?form-token=${encodeURIComponent(token)}` : ''}`;
}
