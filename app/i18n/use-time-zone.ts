import { useRouteLoaderData } from '@remix-run/react';

/** Time zone of the house, so that server and browser write the same time. */
export function useTimeZone(): string {
  return useRouteLoaderData<{ timeZone: string }>('root')?.timeZone ?? 'UTC';
}
