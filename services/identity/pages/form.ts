import { html, type Html } from './html';
import type { PageFrame } from './layout';

/** A text field of a form, with its error when it has one. */
export interface Field {
  name: string;
  label: string;
  type: 'text' | 'email' | 'password';
  autocomplete: string;
  /** Never given for passwords: they are not sent back. */
  value?: string;
  hint?: string;
  error?: string;
}

export interface Form {
  action: string;
  submit: string;
  formToken: string;
  fields: Field[];
  hidden?: Record<string, string>;
}

export const formTokenField = 'form-token';

/** A form with one button. Without script, without the browser's own checks: errors come from the server. */
export function renderForm(form: Form): Html {
  return html`<form method="post" action="${form.action}" novalidate>
    <input type="hidden" name="${formTokenField}" value="${form.formToken}" />
    ${Object.entries(form.hidden ?? {}).map(
      ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
    )}
    ${form.fields.map(renderField)}
    <button>${form.submit}</button>
  </form>`;
}

function renderField(field: Field): Html {
  const hintId = `${field.name}-hint`;
  const errorId = `${field.name}-error`;
  const described = [field.hint && hintId, field.error && errorId].filter(Boolean).join(' ');
  return html`<div class="field">
    <label for="${field.name}">${field.label}</label>
    ${field.hint && html`<p class="hint" id="${hintId}">${field.hint}</p>`}
    ${field.error && html`<p class="message" id="${errorId}">${field.error}</p>`}
    <input
      id="${field.name}"
      name="${field.name}"
      type="${field.type}"
      autocomplete="${field.autocomplete}"
      ${field.type === 'email' && html`spellcheck="false" autocapitalize="none"`}
      ${field.value !== undefined && html`value="${field.value}"`}
      ${described !== '' && html`aria-describedby="${described}"`}
      ${field.error && html`aria-invalid="true"`}
    />
  </div>`;
}

/** Every error once more at the top, each a link to its field; nothing when there is none. */
export function errorSummary(frame: PageFrame, fields: Field[]): Html | null {
  const wrong = fields.filter((field) => field.error !== undefined);
  if (wrong.length === 0) return null;
  return html`<section class="problems" aria-labelledby="problems-heading" tabindex="-1" autofocus>
    <h2 id="problems-heading">${frame.texts.frame.errorHeading}</h2>
    <ul>
      ${wrong.map((field) => html`<li><a href="#${field.name}">${field.error}</a></li>`)}
    </ul>
  </section>`;
}

/** What has been done, said before the heading. */
export function successNote(frame: PageFrame, text: string): Html {
  return html`<section class="success" role="region" aria-labelledby="success-heading">
    <h2 id="success-heading">${frame.texts.frame.successHeading}</h2>
    <p>${text}</p>
  </section>`;
}
