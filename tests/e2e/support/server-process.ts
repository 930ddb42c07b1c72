import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../../..');
/** Time limit of a start. A new folder, migrations and the demonstration take some seconds on a busy machine. */
const startMs = 600_000;

export const demoPassword = 'a-password-for-journeys';

/** The built server with its own port and data folder, as `npm start` runs it. */
export interface ServerProcess {
  /** Address of its site. */
  origin: string;
  /** Address at which it listens, which differs if it works for the site of another one. */
  ownAddress: string;
  dataDir: string;
  /** Its output so far. */
  output(): string;
  /** The same by stream; the log is only on standard output. */
  streams(): { stdout: string; stderr: string };
  pid(): number;
  /** Ends the process at once, like a crash. */
  kill(): Promise<void>;
  /** Sends SIGKILL or `signal` to the process and all its children, including the database. Needs `ownGroup`. */
  killAll(signal?: NodeJS.Signals): Promise<void>;
  start(): Promise<void>;
  /** Sends SIGTERM and waits until the process has ended. */
  terminate(): Promise<void>;
  /** The same, then removes its folder. */
  stop(): Promise<void>;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

interface StartOptions {
  /** Runs it in its own process group, so that it outlives the calling process. */
  ownGroup?: boolean;
  /** Source folder to run with `npm run dev` instead of the build. Needs `ownGroup`. */
  sources?: string;
  /** Folder of another release with its build. */
  release?: string;
}

const lookupServices = ['ORCID', 'ROR', 'CROSSREF', 'DATACITE'];

export async function startServer(
  environment: Record<string, string> = {},
  { ownGroup = false, sources, release = root }: StartOptions = {},
): Promise<ServerProcess> {
  const port = await freePort();
  const ownAddress = `http://localhost:${port}`;
  const origin = environment.ORIGIN ?? ownAddress;
  const dataDir = mkdtempSync(path.join(tmpdir(), 'motothek-e2e-'));
  const { E2E_DEMONSTRATION: demonstration } = process.env;
  const isUsual = !['DEMO', 'DATA_DIR', 'DATABASE_URL'].some((name) => name in environment);
  if (demonstration && isUsual) cpSync(demonstration, dataDir, { recursive: true });
  let child: ChildProcess | null = null;
  let printed = '';
  const streams = { stdout: '', stderr: '' };

  async function start(): Promise<void> {
    const [program, args] = sources ? ['npm', ['run', 'dev']] : [process.execPath, ['build/server.js']];
    child = spawn(program, args, {
      cwd: sources ?? release,
      env: {
        ...process.env,
        NODE_ENV: sources ? 'development' : 'production',
        PORT: String(port),
        ORIGIN: origin,
        DATA_DIR: dataDir,
        DEMO_PASSWORD: demoPassword,
        // No test asks a public service.
        ...Object.fromEntries(lookupServices.map((name) => [`LOOKUP_${name}_URL`, 'off'])),
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: ownGroup,
    });
    const running = child;
    const from = printed.length;
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`The server did not start:\n${printed}`)), startMs);
      const collect = (stream: keyof typeof streams) => (chunk: Buffer) => {
        printed += chunk.toString();
        streams[stream] += chunk.toString();
        if (printed.slice(from).includes('Motothek is ready')) {
          clearTimeout(timer);
          resolve();
        }
      };
      running.stdout?.on('data', collect('stdout'));
      running.stderr?.on('data', collect('stderr'));
      running.once('exit', (code) => {
        clearTimeout(timer);
        reject(new Error(`The server ended with ${code}:\n${printed}`));
      });
    });
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  }

  await start();
  return {
    origin,
    ownAddress,
    dataDir,
    output: () => printed,
    streams: () => ({ ...streams }),
    pid: () => child?.pid ?? 0,
    start,
    kill: () => end('SIGKILL'),
    killAll: async (signal = 'SIGKILL') => {
      if (!ownGroup || !child?.pid || child.exitCode !== null) throw new Error('There is no group to end.');
      const ended = once(child, 'exit');
      process.kill(-child.pid, signal);
      await ended;
    },
    terminate: () => end('SIGTERM'),
    stop: async () => {
      await end('SIGTERM');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
