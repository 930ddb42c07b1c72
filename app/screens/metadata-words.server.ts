import type { FormField } from '@domain/metadata/directives';
import type { FormEntries } from '~/forms/form-entries';
import { correctionBase, correctionNote } from '~/forms/metadata/correction-fields';
import { parseValueName } from '~/forms/metadata/form-state';
import { translate } from '~/i18n/instances.server';
import type { LoadContext } from '~/load-context';
import { readMetadataFields } from '~/repository-client/metadata';

/**
 * What was typed in a metadata form under the labels of its fields, for copying. While the repository is away, under
 * the names of the form.
 */
export async function metadataInWords(context: LoadContext, entries: FormEntries): Promise<FormEntries> {
  const fields = await readMetadataFields(context).catch(() => []);
  const note = translate(context.language)('metadata-correction:note');
  return entries
    .filter(([name]) => name !== correctionBase)
    .map(([name, value]) => [name === correctionNote ? note : labelOf(fields, name), value]);
}

/** 'Author 2' for the second author and 'Affiliation 2' for what belongs to them. */
function labelOf(fields: readonly FormField[], name: string): string {
  const path = parseValueName(name);
  const field = path && fields.find(({ id }) => id === path.field);
  if (!field) return name;
  const index = path.parent ?? path.index;
  return index === 0 ? field.label : `${field.label} ${index + 1}`;
}
