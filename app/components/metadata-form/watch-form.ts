import { readIntent } from '~/forms/form-entries';
import { afterPress } from './after-press';
import { isFormVerb, type FormVerb } from './change-form';
import { parsePlace, placeName } from './form-state';

/** Pause in typing before the form is validated again. */
const debounceMs = 300;

/** Events of a form that script handles. */
interface FormEvents {
  /** After a pause in typing or choosing. */
  onRest(): void;
  /** The focus has left all controls of a value. */
  onLeave(name: string): void;
  /** A button that changes the form was pressed. The post is prevented. */
  onPress(verb: FormVerb, argument: string): void;
}

/** Adds the listeners to the part of a form inside `body`. Returns a function that removes them. */
export function watchForm(body: HTMLElement, { onRest, onLeave, onPress }: FormEvents): () => void {
  const ending = new AbortController();
  const listen = { signal: ending.signal };
  let rest: ReturnType<typeof setTimeout> | undefined;
  afterPress();
  body.addEventListener(
    'input',
    () => {
      clearTimeout(rest);
      rest = setTimeout(() => afterPress(onRest), debounceMs);
    },
    listen,
  );
  body.addEventListener(
    'focusout',
    ({ target, relatedTarget }) => {
      const name = nameOf(target);
      // The focus went to another window or to another control of the value.
      if (!name || document.activeElement === target || nameOf(relatedTarget) === name) return;
      afterPress(() => onLeave(name));
    },
    listen,
  );
  body.addEventListener(
    'click',
    (event) => {
      const button = (event.target as Element).closest<HTMLButtonElement>('button[name="intent"]');
      const { verb, argument } = readIntent([['intent', button?.value ?? '']]);
      if (!isFormVerb(verb)) return;
      event.preventDefault();
      onPress(verb, argument);
    },
    listen,
  );
  return () => {
    clearTimeout(rest);
    ending.abort();
  };
}

/** Form name of the value that a control belongs to. */
function nameOf(target: EventTarget | null): string | null {
  if (!(target instanceof Element)) return null;
  const position = parsePlace(target.getAttribute('name') ?? '');
  return position && placeName(position);
}
