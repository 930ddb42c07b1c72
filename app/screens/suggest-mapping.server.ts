import {
  applySuggestions,
  firstSuggestions,
  readChoices,
  readSuggested,
  withChoices,
} from '~/components/mapping-grid/mapping-form';
import type { LoadContext } from '~/load-context';
import { orFailurePage } from '~/repository-client/failure-page';
import { suggestTargets } from '~/repository-client/mapping';
import { turnMappingPage, type PostedMapping } from './mapping-draft.server';
import type { FormReply } from './posted-form.server';

/** Fills the columns without a target with suggestions; the result is a draft until it is saved. */
export async function suggestMapping(context: LoadContext, posted: PostedMapping): Promise<Response | FormReply> {
  const { upload, table, kept, entries } = posted;
  const address = { kind: upload.kind, id: upload.id, table: table.name };
  const suggestions = firstSuggestions(await orFailurePage(suggestTargets(context, address)));
  const typed = readChoices(entries, table.columnNames);
  const { choices, filled, open } = applySuggestions(typed, suggestions, table.columnNames);
  const suggested = new Set([...readSuggested(entries, table.columnNames), ...filled]);
  const key = filled.size > 0 ? 'mapping:suggested' : 'mapping:suggestedNone';
  context.flash.set({ kind: 'note', key, values: { count: filled.size, total: open } });
  return turnMappingPage(context, { ...posted, entries: withChoices(entries, choices, suggested) }, kept.page);
}
