import { html, type Html } from './html';
import { pageFormId, type PageFrame } from './layout';

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
export function renderForm(frame: PageFrame, form: Form): Html {
  return html`<form id="${pageFormId}" method="post" action="${form.action}" novalidate>
    <input type="hidden" name="${formTokenField}" value="${form.formToken}" />
    ${Object.entries(form.hidden ?? {}).map(
      ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
    )}
    ${form.fields.map((field) => renderField(frame, field))}
    <p class="actions"><button>${form.submit}</button></p>
  </form>`;
}

function renderField(frame: PageFrame, field: Field): Html {
  const hintId = `${field.name}-hint`;
  const errorId = `${field.name}-error`;
  const described = [field.hint && hintId, field.error && errorId].filter(Boolean).join(' ');
  return html`<div class="${field.error ? 'field field-with-error' : 'field'}">
    <div class="label-line"><label for="${field.name}">${field.label}</label></div>
    ${field.hint && html`<p class="hint" id="${hintId}">${field.hint}</p>`}
    ${field.error && fieldError(frame, errorId, field.error)}
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

function fieldError({ frameTexts }: PageFrame, id: string, error: string): Html {
  return html`<p class="field-error" id="${id}">
    <span class="visually-hidden">${frameTexts.forms.errorPrefix} </span>${error}
  </p>`;
}

/** Every error once more at the top, each a link to its field; nothing when there is none. */
export function errorSummary({ frameTexts }: PageFrame, fields: Field[]): Html | null {
  const wrong = fields.filter((field) => field.error !== undefined);
  if (wrong.length === 0) return null;
  return html`<section class="notice notice-error" aria-labelledby="error-summary" tabindex="-1" autofocus>
    <h2 id="error-summary">${frameTexts.forms.errorSummary}</h2>
    <ul>
      ${wrong.map((field) => html`<li><a href="#${field.name}">${field.error}</a></li>`)}
    </ul>
  </section>`;
}

/** What has been done, said before the heading. */
export function successNote({ frameTexts }: PageFrame, text: string): Html {
  return html`<section class="notice notice-success" aria-labelledby="success">
    <h2 id="success">${frameTexts.forms.success}</h2>
    <p>${text}</p>
  </section>`;
}
