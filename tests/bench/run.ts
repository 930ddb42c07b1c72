import path from 'node:path';

import { buildWhenStale } from '../../services/launcher/build-when-stale.js';
import { startServer } from '../e2e/support/server-process';
import { buildBarePage } from './bare-page/build';
import { measureCheck } from './measure-check';
import { measureCosts } from './measure-costs';
import { measureFairness } from './measure-fairness';
import { measureForms } from './measure-forms';
import { measureGrowth } from './measure-growth';
import { measureIngest } from './measure-ingest';
import { measureLoad } from './measure-load';
import { measureNorms } from './measure-norms';
import { measurePackages } from './measure-packages';
import { measurePages } from './measure-pages';
import { measureParsers } from './measure-parsers';
import { measureProblems } from './measure-problems';
import { measureSearch } from './measure-search';
import { measureUpload } from './measure-upload';
import { readOptions, type BenchOptions, type Subject } from './options';
import { report, type Figures } from './report';
import { Resources } from './resources';

/**
 * `npm run bench`: compares the built server with named baselines on the same machine in the same run, so that the
 * ratios are comparable everywhere. Exits with 1 if an upload or a package needs too much memory in the web process, or a check, a
 * search or a package too much time.
 */
const options = readOptions(process.argv.slice(2));
if (!buildWhenStale()) process.exit(1);

/** Lets visitors have addresses of their own, because those of one address wait for each other. */
const trustingProxies = { TRUSTED_PROXIES: '127.0.0.1 ::1' };

/** The measurements, each with its own folder and, if needed, its own server. */
const measures: Record<Subject, (options: BenchOptions) => Promise<Partial<Figures>>> = {
  upload: async ({ uploadBytes }) => ({ upload: await inTurn(uploadBytes, measureUpload) }),
  ingest: ({ ingestBytes }) => withFolder(async (folder) => ({ ingest: await measureIngest(folder, ingestBytes) })),
  parsers: () => withServer(async (server, folder) => ({ parsers: await measureParsers(server, folder) })),
  check: ({ checkCells }) =>
    withFolder(async (folder) => ({ check: await inTurn(checkCells, (cells) => measureCheck(folder, cells)) })),
  problems: () => {
    buildBarePage();
    return withServer(async (server, folder, resources) => {
      const barePage = await resources.startBaseline('bare-page/serve.ts');
      return { problems: await measureProblems(server, folder, barePage) };
    });
  },
  forms: () => {
    buildBarePage();
    return withServer(async (server, folder, resources) => {
      const barePage = await resources.startBaseline('bare-page/serve.ts');
      return { forms: await measureForms(server, folder, barePage) };
    });
  },
  search: ({ dataSets }) => {
    buildBarePage();
    return withFolder(async (_folder, resources) => {
      const barePage = await resources.startBaseline('bare-page/serve.ts');
      return { search: await measureSearch(resources, { dataSets, barePage }) };
    });
  },
  costs: ({ dataSets }) =>
    withFolder(async (_folder, resources) => ({ costs: await measureCosts(resources, dataSets) })),
  growth: ({ dataSets }) =>
    withFolder(async (_folder, resources) => ({ growth: await measureGrowth(resources, dataSets) })),
  fairness: () =>
    withServer(async (server, folder) => ({ fairness: await measureFairness(server, folder) }), trustingProxies),
  load: ({ loadSeconds }) =>
    withServer(async (server, folder) => ({ load: await measureLoad(server, folder, loadSeconds) }), trustingProxies),
  packages: ({ packageBytes }) =>
    withFolder(async (_folder, resources) => ({ packages: await measurePackages(resources, packageBytes) })),
  norms: () => withFolder(async (_folder, resources) => ({ norms: await measureNorms(resources, 200) })),
  pages: () => {
    buildBarePage();
    return withServer(async (server, _folder, resources) => {
      const barePage = await resources.startBaseline('bare-page/serve.ts');
      return { pages: await measurePages(server.origin, barePage) };
    }, trustingProxies);
  },
};

const figures: Partial<Figures> = {};
for (const subject of options.subjects) {
  process.stderr.write(`Measuring ${subject} …\n`);
  Object.assign(figures, await measures[subject](options));
}
const { text, kept } = report(figures);
process.stdout.write(text);
process.exitCode = kept ? 0 : 1;

async function inTurn<T>(sizes: number[], measure: (bytes: number) => Promise<T>): Promise<T[]> {
  const measured: T[] = [];
  for (const bytes of sizes) measured.push(await measure(bytes));
  return measured;
}

async function withFolder<T>(use: (folder: string, resources: Resources) => Promise<T>): Promise<T> {
  const resources = new Resources();
  try {
    return await use(resources.makeFolder(), resources);
  } finally {
    await resources.close();
  }
}

function withServer<T>(
  use: (server: Awaited<ReturnType<typeof startServer>>, folder: string, resources: Resources) => Promise<T>,
  settings: Record<string, string> = {},
): Promise<T> {
  return withFolder(async (folder, resources) => {
    const server = await startServer({ ...settings, DATA_DIR: path.join(folder, 'data') });
    resources.add(() => server.stop());
    return use(server, folder, resources);
  });
}
