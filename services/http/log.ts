/** Lines of the server's log: time, level, text. Standard output, for whatever collects it. */
export const log = {
  info: (text: string) => write('info', text),
  warn: (text: string) => write('warn', text),
  /** A fault of ours, with the reference number the user was shown where there is one. */
  fault: (error: unknown, reference = '') =>
    write(
      'error',
      [reference, error instanceof Error ? (error.stack ?? error.message) : String(error)].join(' ').trim(),
    ),
};

function write(level: string, text: string): void {
  process.stdout.write(`${new Date().toISOString()} ${level} ${text}\n`);
}
