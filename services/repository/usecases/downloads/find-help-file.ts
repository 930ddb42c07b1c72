import type { Language } from '@domain/language';
import type { UploadKind } from '@domain/upload-id';

import { sampleFile } from '../../help-files/sample-files';
import { targetList } from '../../help-files/target-list';
import { packageTexts } from '../../packaging/texts';

/** A sample of an upload, or the codebook of the targets its columns can be mapped to. */
export type HelpFile = 'sample' | 'targets';

/** Files that have been made. They do not change while the server runs. */
const made = new Map<string, string>();

/** Sample file or list of targets for preparing an upload. */
export function findHelpFile(what: HelpFile, kind: UploadKind, language: Language): { name: string; text: string } {
  const id = `${what} ${kind} ${language}`;
  const text = made.get(id) ?? (what === 'sample' ? sampleFile : targetList)(kind, language);
  made.set(id, text);
  return { name: nameOf(what, kind, language), text };
}

function nameOf(what: HelpFile, kind: UploadKind, language: Language): string {
  const { sampleRaw, sampleAgg, targetsRaw, targetsAgg } = packageTexts[language].fileNames;
  const names = { sample: { raw: sampleRaw, agg: sampleAgg }, targets: { raw: targetsRaw, agg: targetsAgg } };
  return names[what][kind];
}
