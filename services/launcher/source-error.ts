import { html, raw } from 'hono/html';
import type { Plugin } from 'vite';

const changed = 'motothek:sources-changed';

/** Tells the pages of `sourceErrorPage` when a file changes. */
export const sourceChanges: Plugin = {
  name: 'source-changes',
  // Before other plugins, which may fail on what the file contains.
  enforce: 'pre',
  hotUpdate() {
    if (this.environment.name === 'client') this.environment.hot.send(changed);
  },
};

/** Members that Vite adds to errors of the sources. */
interface SourceError extends Error {
  id?: string;
  loc?: { line: number; column: number };
  frame?: string;
}

/**
 * The page that developers see in place of one that cannot be made: message, file, line and stack. With script, it
 * reloads when the sources change.
 */
export function sourceErrorPage(error: unknown): string {
  const { message, id, loc, frame, stack } = (error instanceof Error ? error : new Error(String(error))) as SourceError;
  const place = id && (loc ? `${id}:${loc.line}:${loc.column}` : id);
  const told = [
    message,
    place,
    frame,
    stack
      ?.split('\n')
      .filter((line) => /^\s*at /.test(line))
      .join('\n'),
  ];
  return String(
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <title>Error in the sources</title>
          <script type="module">
            import { createHotContext } from '/@vite/client';
            createHotContext('/source-error').on(${raw(JSON.stringify(changed))}, () => location.reload());
          </script>
        </head>
        <body>
          <h1>Error in the sources</h1>
          <pre>${told.filter(Boolean).join('\n\n')}</pre>
        </body>
      </html>`,
  );
}
