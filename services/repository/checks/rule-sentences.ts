import { readFileSync } from 'node:fs';
import path from 'node:path';

import { byLanguage, type Language } from '@domain/language';

import { rootFolder } from '../../root-folder';

/** What each rule finds, in the words of the manual's table of rules, by id. */
const sentences = byLanguage(readManual);

function readManual(language: Language): Map<string, string> {
  const file = path.join(rootFolder, 'locales', language, 'documents', 'manual.md');
  const lines = readFileSync(file, 'utf8').matchAll(/^\| (R\d+) +\| ([^|]+) \|/gm);
  return new Map([...lines].map(([, id = '', sentence = '']) => [id, sentence.trim()]));
}

/** What a rule finds, without any value; its id for a rule that no longer exists. */
export function ruleSentence(id: string, language: Language): string {
  return sentences[language].get(id) ?? id;
}
