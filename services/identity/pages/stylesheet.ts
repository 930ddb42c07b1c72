import { createHash } from 'node:crypto';

/** The look of the provider's pages: light and dark by the system's setting, no script, no pictures. */
export const stylesheet = /* css */ `
:root {
  color-scheme: light dark;
  --ground: #f6f7f9;
  --surface: #ffffff;
  --text: #1b2430;
  --quiet: #4a5666;
  --line: #7c8797;
  --link: #0b5394;
  --strong: #0b5394;
  --on-strong: #ffffff;
  --error: #a8071a;
  --error-ground: #fff1f0;
  --success: #17612e;
  --success-ground: #eefaf1;
  --focus: #b35900;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #12171e;
    --surface: #1a212b;
    --text: #e8ecf1;
    --quiet: #b4bdc9;
    --line: #8592a3;
    --link: #8cc4ff;
    --strong: #8cc4ff;
    --on-strong: #0c1a29;
    --error: #ff9c95;
    --error-ground: #35191b;
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
  font: 1.0625rem/1.55 system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif;
}
a { color: var(--link); text-underline-offset: 0.2em; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
.skip { position: absolute; left: 0.5rem; top: -4rem; padding: 0.6rem 1rem; background: var(--surface); }
.skip:focus { top: 0.5rem; }
header, footer { background: var(--surface); padding: 0.9rem 1.25rem; }
header { border-bottom: 1px solid var(--line); display: flex; flex-wrap: wrap; gap: 0.5rem 2rem; align-items: baseline; }
footer { border-top: 1px solid var(--line); display: flex; flex-wrap: wrap; gap: 0.75rem 2rem; align-items: center; }
.site { font-weight: 700; margin: 0; }
ul.links { list-style: none; display: flex; flex-wrap: wrap; gap: 0.5rem 1.5rem; margin: 0; padding: 0; }
main { flex: 1; width: 100%; max-width: 34rem; margin: 0 auto; padding: 2rem 1.25rem 3rem; }
h1 { font-size: 1.75rem; line-height: 1.25; margin: 0 0 1rem; }
h2 { font-size: 1.125rem; margin: 0 0 0.5rem; }
.field { margin: 0 0 1.25rem; }
label { display: block; font-weight: 600; margin-bottom: 0.3rem; }
.hint { color: var(--quiet); margin: 0 0 0.4rem; font-size: 0.975rem; }
.message { color: var(--error); font-weight: 600; margin: 0 0 0.4rem; }
input {
  width: 100%;
  font: inherit;
  color: inherit;
  background: var(--surface);
  border: 1px solid var(--line);
  border-radius: 4px;
  padding: 0.6rem 0.7rem;
}
input[aria-invalid] { border: 2px solid var(--error); }
button {
  font: inherit;
  font-weight: 600;
  min-height: 2.75rem;
  padding: 0.5rem 1.4rem;
  border: 2px solid var(--strong);
  border-radius: 4px;
  background: var(--strong);
  color: var(--on-strong);
  cursor: pointer;
}
.language { border: 0; margin: 0; padding: 0; display: flex; gap: 0.5rem; align-items: center; }
.language legend { float: left; padding: 0; margin-right: 0.5rem; }
.language button { min-height: 2.25rem; padding: 0.2rem 0.9rem; background: transparent; color: var(--link); font-weight: 400; }
.language button[aria-pressed='true'] { background: var(--strong); color: var(--on-strong); font-weight: 600; }
.problems, .success { border: 2px solid; border-left-width: 8px; border-radius: 4px; padding: 0.9rem 1.1rem; margin: 0 0 1.5rem; }
.problems { border-color: var(--error); background: var(--error-ground); }
.problems ul { margin: 0; padding-left: 1.2rem; }
.problems a { color: var(--error); font-weight: 600; }
.success { border-color: var(--success); background: var(--success-ground); }
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
}
`;

/** Path of the stylesheet under the provider; it changes with the content, so browsers may keep it for good. */
export const stylesheetPath = `/assets/style-${createHash('sha256').update(stylesheet).digest('hex').slice(0, 12)}.css`;
