import { useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';

import type { UploadLimits } from './upload-form';

/** How an upload by script goes: percent sent while it runs, sentences once it was refused. */
export interface UploadProgress {
  percent: number | null;
  refusals: string[];
}

/**
 * Sends an upload form by script, with progress and a way to stop. Without script the form posts by
 * itself; so it does for an ended session, whose answer is the sign-in page.
 */
export function useUpload(address: string, limits: UploadLimits) {
  const { t } = useTranslation('uploads');
  const [progress, setProgress] = useState<UploadProgress>({ percent: null, refusals: [] });
  const request = useRef<XMLHttpRequest | null>(null);
  const stop = (refusals: string[]) => setProgress({ percent: null, refusals });

  function send(form: HTMLFormElement) {
    const xhr = new XMLHttpRequest();
    request.current = xhr;
    xhr.open('POST', address);
    xhr.responseType = 'json';
    xhr.upload.onprogress = ({ loaded, total }) =>
      setProgress({ percent: Math.floor((100 * loaded) / Math.max(total, 1)), refusals: [] });
    xhr.onload = () => {
      const answer = xhr.response as { location: string | null; refusals: string[] } | null;
      if (xhr.status === 401) form.submit();
      else if (answer?.location) window.location.assign(answer.location);
      else stop(answer?.refusals ?? [t('upload.stopped')]);
    };
    xhr.onerror = () => stop([t('upload.stopped')]);
    xhr.onabort = () => stop([t('upload.stopped')]);
    xhr.send(new FormData(form));
    setProgress({ percent: 0, refusals: [] });
  }

  return {
    ...progress,
    cancel: () => request.current?.abort(),
    onSubmit(event: FormEvent<HTMLFormElement>) {
      if (progress.percent !== null) {
        // The button stays where the focus is; pressing it again while it sends does nothing.
        event.preventDefault();
        return;
      }
      const files = filesOf(event.currentTarget);
      // Nothing chosen: the server says so.
      if (files.length === 0) return;
      event.preventDefault();
      const tooLarge = files.filter(({ size }) => size > limits.maxBytes);
      if (tooLarge.length === 0) send(event.currentTarget);
      else stop(tooLarge.map(({ name }) => t('errors:file-too-large', { name, max: limits.maxBytes })));
    },
  };
}

function filesOf(form: HTMLFormElement): File[] {
  return new FormData(form)
    .getAll('upload')
    .filter((entry) => entry instanceof File && entry.size > 0) as File[];
}
