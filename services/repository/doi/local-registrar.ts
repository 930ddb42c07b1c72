import type { DoiRegistrar } from '../context/doi-registrar';

/** DataCite's old test prefix, retired since 2019: it never resolves, so it cannot be taken for a real DOI. */
const prefix = '10.5072';

/**
 * Registrar without an account: DOIs that follow from the upload's number and lead to our own page. It
 * keeps nothing, because the caller stores the same JSON either way.
 */
export function createLocalRegistrar({ origin }: { origin: string }): DoiRegistrar {
  return {
    kind: 'local',
    doiOf: (upload) => `${prefix}/motothek.${upload}`,
    saveDraft: () => Promise.resolve(),
    publish: () => Promise.resolve(),
    removeDraft: () => Promise.resolve(),
    address: (_doi, nr) => `${origin}/data-set/${nr}`,
  };
}
