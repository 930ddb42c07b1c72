import { type SavHeader, writeDictionary } from './write-dictionary';

/** An SPSS system file, from the bytes of its `caseCount` cases, which `CaseWriter` writes. */
export async function* writeSav(
  header: SavHeader,
  cases: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  yield writeDictionary(header);
  yield* cases;
}
