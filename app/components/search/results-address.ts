import type { Entries } from '~/forms/form-entries';
import { paths } from '~/paths';

/** Page of results that a posted results form stood on, ticks included. */
export function resultsAddress(entries: Entries): string {
  const carried = entries.filter(([name]) => ['q', 'e', 'nr', 'at', 'opened'].includes(name));
  return `${paths.home()}?${new URLSearchParams(carried.map(([name, value]) => [name, value]))}`;
}
