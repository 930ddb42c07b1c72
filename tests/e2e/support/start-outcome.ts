import { spawn } from 'node:child_process';
import path from 'node:path';

/** Time limit for a start that should end with a message. */
const endMs = 60_000;

/** Starts the built server with settings that it should refuse. Returns its output and how it ended. */
export async function startOutcome(environment: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, ['build/server.js'], {
    cwd: path.resolve(import.meta.dirname, '../../..'),
    env: { ...process.env, NODE_ENV: 'production', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  return new Promise((resolve) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), endMs);
    const collect = (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('Motothek is ready')) child.kill('SIGKILL');
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      resolve(`${said}ended with ${signal ?? code}`);
    });
  });
}
