import type { Entries } from '~/forms/form-entries';
import { paths } from '~/paths';

/** Address of the results page from which a form was posted, including the selection. */
export function resultsAddress(entries: Entries): string {
  const carried = entries.filter(([name]) => ['q', 'e', 'nr', 'at', 'opened'].includes(name));
  return `${paths.home()}?${new URLSearchParams(carried.map(([name, value]) => [name, value]))}`;
}
