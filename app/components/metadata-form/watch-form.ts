import { readIntent } from '~/forms/form-entries';
import { afterPress } from './after-press';
import { isFormVerb, type FormVerb } from '../../forms/metadata/change-form';
import { parsePlace, placeName } from '../../forms/metadata/form-state';

/** How long typing rests before the form is judged again. */
const debounceMs = 300;

/** What happens in a form, as far as script has something to do about it. */
interface FormEvents {
  /** Typing or choosing has come to a rest. */
  onRest(): void;
  /** The focus has left a value, whatever its parts. */
  onLeave(name: string): void;
  /** A button was pressed that changes the form; the post is held back. */
  onPress(verb: FormVerb, argument: string): void;
}

/** Listens to the part of a form inside `body`; answers how to end it. */
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
      // Another window took the focus, or it stays within the parts of the value.
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
