import { expect, test, vi } from 'vitest';

import type { LoadContext } from '~/load-context';
import { RepositoryError } from '~/repository-client/transport';

import { proxyFile } from './proxy-file.server';

test.each([503, 507] as const)(
  'a file that the repository refuses with %s leads to the page about it',
  async (status) => {
    const meetOutage = vi.fn();
    const context = { language: 'en', meetOutage } as unknown as LoadContext;
    const code = status === 507 ? 'storage-full' : 'unavailable';
    const refuse = () => Promise.reject(new RepositoryError(status, code, 'It is away.', {}));
    await expect(proxyFile(new Request('http://localhost/file'), context, refuse)).rejects.toMatchObject({ status });
    expect(meetOutage).toHaveBeenCalledWith(status);
  },
);
