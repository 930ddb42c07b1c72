import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { freePort } from '../e2e/support/server-process';
import { copyContext } from './build-context';
import { commandOf, imageEnvironment, readStages, type Stage } from './read-manifests';

/**
 * The image without a container engine: the commands of the Dockerfile in folders, then its process as another user, in
 * a mount namespace where everything but the volume and /tmp is read-only. Needs root, and the registry once.
 */
const isPossible = process.getuid?.() === 0 && spawnSync('unshare', ['--mount', 'true']).status === 0;

/** The user `nobody`, which every Linux has; the image's own has another number. */
const userId = 65_534;
const workFolder = '/srv/motothek';
const root = mkdtempSync(path.join(os.tmpdir(), 'motothek-image-'));
const folders = {
  context: path.join(root, 'context'),
  build: path.join(root, 'build'),
  image: path.join(root, 'image'),
};
const volume = path.join(root, 'volume');

let server: ChildProcess;
let environment: NodeJS.ProcessEnv;

/** Does what a stage says in `folder`, which stands for its whole file system below the working folder. */
function runStage(stage: Stage, folder: string): void {
  for (const { keyword, text } of stage.instructions) {
    if (keyword === 'COPY') copy(text, folder);
    if (keyword === 'RUN') run(text.replaceAll(/ \/data\b/g, ` ${volume}`), folder);
  }
}

function copy(text: string, folder: string): void {
  const words = text.split(/\s+/);
  const isFromBuild = words[0]?.startsWith('--from=build') ?? false;
  const given = words.filter((word) => !word.startsWith('--'));
  const target = path.join(folder, given.pop() ?? '');
  for (const source of given) {
    const from = isFromBuild
      ? path.join(folders.build, path.relative(workFolder, source))
      : path.join(folders.context, source);
    for (const file of named(from)) {
      const isFolder = statSync(file).isDirectory();
      mkdirSync(target, { recursive: true });
      // Hard links: two copies of all packages would take minutes.
      run(`cp --archive --link '${isFolder ? `${file}/.` : file}' '${target}'`, root);
    }
  }
}

/** The files of a path that may end with a pattern such as `*.js`. */
function named(file: string): string[] {
  const folder = path.dirname(file);
  const [start = '', end] = path.basename(file).split('*');
  if (end === undefined) return [file];
  const names = readdirSync(folder).filter((name) => name.startsWith(start) && name.endsWith(end));
  return names.map((name) => path.join(folder, name));
}

function run(command: string, cwd: string): void {
  // Not what tells the configuration of the build that it is tested.
  const own = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(?:NODE_ENV|VITEST)/.test(name)),
  ) as NodeJS.ProcessEnv;
  const { status, stderr, stdout } = spawnSync('sh', ['-ec', command], { cwd, env: own, encoding: 'utf8' });
  expect(status, `${command}\n${stdout}\n${stderr}`).toBe(0);
}

/** A command as the image's process runs: the file system is read-only, the user has no rights. */
function inImage(command: string[]): string[] {
  const script = [
    'mount -t tmpfs tmpfs /srv && mkdir /srv/motothek /srv/volume',
    `mount --bind ${folders.image} /srv/motothek && mount -o remount,bind,ro /srv/motothek`,
    `mount --bind ${volume} /srv/volume`,
    'mount -t tmpfs -o mode=1777 tmpfs /tmp',
    'mount -o remount,ro /srv && mount -o remount,bind,ro /',
    'cd /srv/motothek',
    `exec setpriv --reuid=${userId} --regid=${userId} --clear-groups --no-new-privs --bounding-set=-all "$@"`,
  ].join(' && ');
  return ['unshare', '--mount', 'sh', '-ec', script, 'sh', ...command];
}

const outcome = (command: string[]) => {
  const [file = '', ...args] = command;
  const { status, stdout, stderr } = spawnSync(file, args, { env: environment, encoding: 'utf8' });
  return { status, stdout, stderr };
};

const ask = (address: string) => fetch(`http://127.0.0.1:${environment.PORT}${address}`);
const isHealthy = () => {
  const [, ...args] = commandOf('HEALTHCHECK');
  return outcome([process.execPath, ...args]).status === 0;
};

beforeAll(async () => {
  if (!isPossible) return;
  for (const folder of [...Object.values(folders), volume]) mkdirSync(folder);
  const [build, image] = readStages();
  if (!build || !image) throw new Error('The Dockerfile has no two stages.');
  copyContext(folders.context);
  runStage(build, folders.build);
  runStage(image, folders.image);
  chownSync(volume, userId, userId);
  const port = await freePort();
  environment = {
    PATH: process.env.PATH ?? '',
    ...imageEnvironment(),
    NODE_ENV: 'production',
    DATA_DIR: '/srv/volume/motothek',
    PORT: String(port),
    ORIGIN: `http://localhost:${port}`,
    SESSION_SECRET: 'unseen-unseen-unseen-unseen-unseen-unseen',
  };
  const [file = '', ...args] = inImage([process.execPath, ...commandOf('CMD').slice(1)]);
  server = spawn(file, args, { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  for (const stream of [server.stdout, server.stderr])
    stream?.on('data', (chunk: Buffer) => void (printed += String(chunk)));
  await vi.waitFor(
    async () => {
      if (server.exitCode !== null) throw new Error(`It ended with ${server.exitCode}:\n${printed}`);
      expect((await ask('/readyz')).status).toBe(200);
    },
    { timeout: 120_000, interval: 200 },
  );
}, 1_200_000);

afterAll(() => {
  server?.kill('SIGKILL');
  rmSync(root, { recursive: true, force: true });
});

test.skipIf(!isPossible)('it serves its pages and files, and its health check says so', async () => {
  const page = await ask('/');
  expect(page.status).toBe(200);
  const [style = ''] = /\/assets\/[\w.-]+\.css/.exec(await page.text()) ?? [];
  expect((await ask(style)).status).toBe(200);
  expect(isHealthy()).toBe(true);
});

test.skipIf(!isPossible)('it has no rights, and writes nothing but the volume and /tmp', () => {
  const status = readFileSync(`/proc/${server.pid}/status`, 'utf8');
  expect(status).toMatch(new RegExp(`^Uid:\\s+${userId}\\s`, 'm'));
  expect(status).toMatch(/^CapEff:\s+0+$/m);
  expect(status).toMatch(/^NoNewPrivs:\s+1$/m);
  const enter = ['nsenter', `--target=${server.pid}`, '--mount'];
  const mayWrite = (folder: string) => outcome([...enter, 'touch', `${folder}/written`]).status === 0;
  // Not even root, whom no mode of a file holds back.
  expect(['/srv/motothek', '/srv/motothek/build', '/etc', '/var'].filter(mayWrite)).toEqual([]);
  expect(['/tmp', '/srv/volume'].filter(mayWrite)).toHaveLength(2);
});

test.skipIf(!isPossible)('the commands run in it, while it runs', () => {
  const listed = outcome(inImage(['npm', 'run', '--silent', 'account', '--', 'list']));
  expect(listed).toMatchObject({ status: 0, stdout: 'There are no accounts yet.\n' });
  const made = outcome(inImage(['npm', 'run', '--silent', 'backup', '--', '/srv/volume/backup']));
  expect(made.status, made.stderr).toBe(0);
});

test.skipIf(!isPossible)('on SIGTERM it ends with 0 within the time that it is given', async () => {
  const begun = performance.now();
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  expect(performance.now() - begun).toBeLessThan(35_000);
  expect(isHealthy()).toBe(false);
});
