import { createHash } from 'node:crypto';

/**
 * The look of the provider's pages: light and dark by the system's setting, no script, no pictures. Colours,
 * type and spacing are those of the web app (app/styles/tokens.css): both are one house to those who sign in.
 */
export const stylesheet = /* css */ `
:root {
  color-scheme: light dark;
  --ground: #f4f6f5;
  --surface: #ffffff;
  --sunken: #e9eeec;
  --text: #1b2629;
  --quiet: #4a595d;
  --hairline: #cfd7d6;
  --line: #73838a;
  --accent: #0b5963;
  --accent-strong: #073f47;
  --accent-ground: #dfeeee;
  --on-accent: #ffffff;
  --error: #a3161c;
  --error-ground: #fdf0ef;
  --success: #17612e;
  --success-ground: #edf7ef;
  --focus: #b35900;
  --font-text: system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', 'Liberation Sans', sans-serif;
  --font-title: Charter, 'Bitstream Charter', 'Sitka Text', Cambria, 'Noto Serif', 'Liberation Serif', serif;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #10171a;
    --surface: #182125;
    --sunken: #0b1113;
    --text: #e6eceb;
    --quiet: #acb9bc;
    --hairline: #34434a;
    --line: #7f9097;
    --accent: #7fd0d4;
    --accent-strong: #aee4e6;
    --accent-ground: #173439;
    --on-accent: #05262a;
    --error: #ff9c95;
    --error-ground: #34191b;
    --success: #8fdba5;
    --success-ground: #142a1c;
    --focus: #ffb866;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0;
  min-height: 100vh;
  display: flex;
  flex-direction: column;
  background: var(--ground);
  color: var(--text);
  font: 1rem/1.55 var(--font-text);
  overflow-wrap: break-word;
}
a { color: var(--accent); text-underline-offset: 0.18em; text-decoration-thickness: 1px; }
a:hover { color: var(--accent-strong); text-decoration-thickness: 2px; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
main:focus { outline: none; }
.skip { position: absolute; left: 0.5rem; top: -10rem; z-index: 1; padding: 0.5rem 1rem; border-radius: 4px; background: var(--surface); }
.skip:focus { top: 0.5rem; }
header, footer { padding: 0.5rem clamp(1rem, 0.5rem + 2vw, 2.5rem); display: flex; flex-wrap: wrap; gap: 0.5rem 2rem; align-items: center; }
header { position: relative; padding-top: calc(12px + 0.5rem); background: var(--surface); border-bottom: 1px solid var(--hairline); }
header::before {
  content: '';
  position: absolute;
  inset: 0 0 auto;
  height: 12px;
  background: repeating-linear-gradient(transparent 0 3px, var(--accent) 3px 4px);
}
footer { background: var(--sunken); border-top: 1px solid var(--hairline); padding-block: 1.25rem 1.5rem; font-size: 0.875rem; }
.site { margin: 0; font: 600 1.25rem/1.55 var(--font-title); letter-spacing: 0.01em; }
ul.links { list-style: none; display: flex; flex-wrap: wrap; gap: 0 1.25rem; margin: 0; padding: 0; }
ul.links a { display: inline-block; padding: 0.5rem 0; }
main { flex: 1; width: 100%; max-width: 34rem; margin: 0 auto; padding: 2rem 1.25rem 3rem; }
h1, h2 { font-family: var(--font-title); font-weight: 600; line-height: 1.25; }
h1 { font-size: clamp(1.625rem, 1.35rem + 1.2vw, 2.125rem); margin: 0 0 1rem; }
h2 { font-size: 1.125rem; margin: 0 0 0.25rem; }
form { margin: 0; }
.field { margin: 0 0 1rem; }
label { display: block; font-weight: 600; margin-bottom: 0.25rem; }
.hint { color: var(--quiet); margin: 0 0 0.25rem; font-size: 0.875rem; }
.message { color: var(--error); font-weight: 600; margin: 0 0 0.25rem; }
input {
  width: 100%;
  min-height: 2.5rem;
  font: inherit;
  color: inherit;
  background: var(--surface);
  border: 1px solid var(--line);
  border-radius: 4px;
  padding: 0.25rem 0.5rem;
}
input[aria-invalid] { border: 2px solid var(--error); }
button {
  font: inherit;
  font-weight: 600;
  min-height: 2.5rem;
  padding: 0.25rem 1rem;
  border: 1px solid var(--accent);
  border-radius: 4px;
  background: var(--accent);
  color: var(--on-accent);
  cursor: pointer;
}
button:hover { border-color: var(--accent-strong); background: var(--accent-strong); }
main form { margin-bottom: 1.5rem; }
.language { border: 0; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; }
.language legend { padding: 0; margin-bottom: 0.25rem; color: var(--quiet); }
.language button { min-height: 2rem; padding: 0.25rem 0.75rem; border-color: var(--line); background: var(--surface); color: var(--accent); font-weight: 400; }
.language button:hover { border-color: var(--accent); background: var(--accent-ground); color: var(--accent-strong); }
.language button[aria-pressed='true'] {
  border-color: var(--accent);
  background: var(--accent-ground);
  color: var(--text);
  font-weight: 600;
  text-decoration: underline 2px;
  text-underline-offset: 0.25em;
}
.problems, .success { border: 1px solid; border-left-width: 6px; border-radius: 4px; padding: 0.75rem 1rem; margin: 0 0 1.5rem; }
.problems { border-color: var(--error); background: var(--error-ground); }
.problems h2 { color: var(--error); }
.problems ul { margin: 0; padding-left: 1.2rem; }
.problems a { color: var(--error); font-weight: 600; }
.success { border-color: var(--success); background: var(--success-ground); }
.success h2 { color: var(--success); }
.success p { margin: 0; }
.visually-hidden {
  position: absolute;
  width: 1px;
  height: 1px;
  margin: -1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
}
@media (forced-colors: active) {
  button { border-color: ButtonText; }
  .language button[aria-pressed='true'] { border: 3px solid Highlight; }
}
`;

/** Path of the stylesheet under the provider; it changes with the content, so browsers may keep it for good. */
export const stylesheetPath = `/assets/style-${createHash('sha256').update(stylesheet).digest('hex').slice(0, 12)}.css`;
