import { afterAll, beforeAll, beforeEach, expect } from 'vitest';

import type { MetadataEntry } from '@domain/api/metadata';

import type { Actor } from '../../services/repository/context/context';
import { acceptUpload, openLifeApi, type PublishedUpload } from './published-uploads';
import { ask } from './ready-uploads';
import type { SourceApi } from './source-uploads';
import { actors } from './test-api';

/**
 * The API for all tests of a file about withdrawals, with a chair that has an account and no mails at the beginning of a
 * test, and what these tests ask of it. The data sets are called `title` with their public numbers.
 */
export function useWithdrawalApi(title: string) {
  const api = {} as SourceApi;
  let nr = 0;
  beforeAll(async () => {
    Object.assign(api, await openLifeApi());
  });
  beforeEach(async () => {
    await api.settle();
    api.mails.length = 0;
  });
  afterAll(async () => {
    expect(api.serverErrors).toEqual([]);
    await api.close();
  });
  return {
    api,
    /** An accepted and published data set. */
    accept: (metadata: MetadataEntry[] = []): Promise<PublishedUpload> => {
      nr += 1;
      return acceptUpload(api, { nr, title: `${title} ${nr}`, metadata });
    },
    get: async (path: string, actor: Actor = actors.other) => (await ask(api, actor, path)).json() as Promise<never>,
    /** Texts of the mails to an address. */
    mailsTo: async (to: string): Promise<string[]> => {
      await api.settle();
      return api.mails.filter((mail) => mail.to === to).map(({ text }) => text);
    },
  };
}
