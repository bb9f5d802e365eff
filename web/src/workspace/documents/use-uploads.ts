/** Uploads of files to a record, each with its progress and a way to cancel it. */
import { useRef, useState } from 'react';
import { sendV3 } from '../../api/v3.ts';
import { watchUpload } from '../../api/watched-upload.ts';

/** The state of a file; `share` is the sent part, from 0 to 1. */
export interface Upload {
  readonly share: number;
  readonly state: 'sending' | 'done' | 'failed' | 'cancelled';
  readonly error: unknown;
}

export type Uploads = ReturnType<typeof useUploads>;

/** @returns the files with their states, `send` and `cancel` */
export const useUploads = () => {
  const [states, setStates] = useState<ReadonlyMap<File, Upload>>(new Map());
  const controllers = useRef(new Map<File, AbortController>());
  const note = (file: File, next: Partial<Upload>) =>
    setStates((all) => new Map(all).set(file, { share: 0, state: 'sending', error: null, ...all.get(file), ...next }));
  const controllerOf = (file: File): AbortController => {
    const controller = controllers.current.get(file) ?? new AbortController();
    controllers.current.set(file, controller);
    return controller;
  };
  /** Sends a file that was not cancelled. @param path the list of documents behind `/v3` @throws ApiError */
  const send = async (path: string, file: File): Promise<void> => {
    const { signal } = controllerOf(file);
    if (signal.aborted) return;
    const form = new FormData();
    form.set('file', file, file.name.normalize('NFC'));
    watchUpload(form, (share) => note(file, { share }));
    note(file, { share: 0, state: 'sending', error: null });
    try {
      await sendV3('POST', path, form, {}, signal);
      note(file, { share: 1, state: 'done' });
    } catch (error) {
      if (signal.aborted) return;
      note(file, { state: 'failed', error });
      throw error;
    }
  };
  /** Cancels a file that is being sent, or was not sent yet. */
  const cancel = (file: File): void => {
    controllerOf(file).abort();
    note(file, { state: 'cancelled' });
  };
  return { states, send, cancel };
};
