import { useRouteLoaderData } from '@remix-run/react';

/** Time zone of the installation, so that server and browser format the same time. */
export function useTimeZone(): string {
  return useRouteLoaderData<{ timeZone: string }>('root')?.timeZone ?? 'UTC';
}
