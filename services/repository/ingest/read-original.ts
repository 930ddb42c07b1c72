import path from 'node:path';

import { noChoices, type ReadingChoices } from '@domain/api/readings';

import { removeObjects } from '../context/file-store';
import { setChoices } from '../store/corrections';
import type { StoredFile } from '../store/files';
import type { NewReading } from '../store/readings';
import type { RepositoryContext } from '../context/context';
import { FileFailure } from './file-failure';
import { recogniseFile } from './file-kind';
import { limitsOf } from './parsers/parser-limits';
import { readTables } from './read-tables';

/**
 * Reads an original, on this machine at `local`, by the choices of its owner. A corrected file takes over
 * the choices of the one before as far as they fit: what nobody chose for it is rather guessed than
 * refused. Throws FileFailure, with nothing left behind.
 */
export async function readOriginal(
  repository: RepositoryContext,
  file: StoredFile,
  local: string,
  keyOf: (position: number) => string,
  signal: AbortSignal,
): Promise<NewReading> {
  const read = (choices: ReadingChoices | null) =>
    readWithout(repository, { path: local, name: path.parse(file.name).name }, choices, keyOf, signal);
  if (file.standing === 'current' || file.choices === null) return read(file.choices);
  const fitting = await fittingChoices(local, file.choices);
  try {
    await setChoices(repository.db, file.id, fitting);
    return await read(fitting);
  } catch (error) {
    if (!(error instanceof FileFailure)) throw error;
    await setChoices(repository.db, file.id, null);
    return read(null);
  }
}

async function readWithout(
  repository: RepositoryContext,
  source: { path: string; name: string },
  choices: ReadingChoices | null,
  keyOf: (position: number) => string,
  signal: AbortSignal,
): Promise<NewReading> {
  const written: string[] = [];
  const noted = (position: number) => {
    const key = keyOf(position);
    written.push(key);
    return key;
  };
  const limits = limitsOf(repository.settings);
  try {
    return await readTables(repository, { ...source, choices: choices ?? noChoices }, noted, signal, limits);
  } catch (error) {
    if (error instanceof FileFailure) await removeObjects(repository.files, written);
    throw error;
  }
}

/** An encoding that was chosen is not kept where the bytes themselves tell theirs. */
async function fittingChoices(local: string, choices: ReadingChoices): Promise<ReadingChoices> {
  if (choices.encoding === null) return choices;
  const kind = await recogniseFile(local);
  const isTold = kind.type === 'csv' && kind.encoding !== 'windows-1252';
  return isTold ? { ...choices, encoding: null } : choices;
}
