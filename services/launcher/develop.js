// @ts-check
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';

import { context } from 'esbuild';

const root = path.resolve(import.meta.dirname, '../..');
const command = ['--import', './services/launcher/read-env-file.js', '--import', 'tsx', 'server.ts'];

/** @type {import('node:child_process').ChildProcess | null} */
let server = null;
/** Whether the running server has been told to make way for the next one. */
let isReplaced = false;
/** @type {NodeJS.Signals | null} */
let stopSignal = null;

/**
 * `npm run dev`: runs the server from its sources and restarts it when they change. esbuild finds out what server.ts
 * imports, watches it and reports errors in it; the running server is kept until they are fixed. `tsx watch` would take
 * a folder called 'moto (1)' for a pattern, and kill the server when Ctrl-C reaches it twice.
 */
const watching = await context({
  absWorkingDir: root,
  entryPoints: ['./server.ts'],
  bundle: true,
  platform: 'node',
  format: 'esm',
  packages: 'external',
  write: false,
  logLevel: 'warning',
  plugins: [
    {
      name: 'restart',
      setup(build) {
        build.onResolve({ filter: /^\.\/server\.ts$/ }, () => ({
          path: path.join(root, 'server.ts'),
          watchFiles: serverFiles(),
        }));
        build.onEnd(({ errors }) => void (errors.length === 0 && replaceServer()));
      },
    },
  ],
});
await watching.watch();

/** Files that server.ts does not have to import: Vite's settings, the vocabulary, child processes. */
function serverFiles() {
  const files = ['domain', 'services'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
      .map((entry) => path.join(entry.parentPath, entry.name)),
  );
  return [...files, path.join(root, 'remix.config.ts')];
}

function replaceServer() {
  if (stopSignal) return;
  if (!server) return startServer();
  // A second signal would cut off what the server finishes after the first.
  if (!isReplaced) server.kill();
  isReplaced = true;
}

function startServer() {
  isReplaced = false;
  server = spawn(process.execPath, command, { cwd: root, stdio: 'inherit' });
  server.once('exit', (code) => {
    server = null;
    if (stopSignal) process.exit(code ?? 1);
    if (isReplaced) startServer();
    else process.stderr.write('The server has ended. It starts again when its sources change.\n');
  });
}

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.on(signal, () => {
    // The terminal and npm both send Ctrl-C; the terminal also sends it to the server itself.
    if (stopSignal) return;
    stopSignal = signal;
    if (!server) process.exit();
    server.kill(signal);
  });
}
