/** Parts in files of their own, which come later (../router/preload.ts). */
import { type ComponentType, createElement, type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { ApiError } from '../api/client.ts';
import { notifyError } from '../hooks/notify.ts';
import { preloadLater } from '../router/preload.ts';
import { reloadOnStaleChunk } from '../router/stale-chunk-reload.ts';

/** A part that is loaded later. @returns the part as soon as it is there; it says itself that it did not come */
export const lazyComponent = <Props extends object>(load: () => Promise<ComponentType<Props>>) => {
  let part: ComponentType<Props> | undefined;
  const waiting = new Set<() => void>();
  const get = async () => {
    part ??= await load();
    for (const tell of waiting) tell();
    return part;
  };
  const now = () => part;
  const onceThere = (tell: () => void) => {
    waiting.add(tell);
    return () => waiting.delete(tell);
  };
  preloadLater(get);
  return {
    now,
    /** The loaded module in a component, which renders again when it arrives. */
    use: () => useSyncExternalStore(onceThere, now),
    get: () =>
      get().catch(async () => {
        if (!(await reloadOnStaleChunk(window.location.href)))
          notifyError(new ApiError(0, { error: 'network', message: '' }));
      }),
  };
};

/** A dialog that is loaded when it is opened, at the latest. Where it does not come it is closed. */
export const laterDialog = <Props extends { readonly opened?: boolean; readonly onClose?: () => void }>(
  load: () => Promise<ComponentType<Props>>,
): ((props: Props) => ReactNode) => {
  const dialog = lazyComponent(load);
  return (props) => {
    const { opened = true, onClose } = props;
    const [, setThere] = useState(false);
    const part = dialog.now();
    // biome-ignore lint/correctness/useExhaustiveDependencies: asked for when it is opened
    useEffect(() => {
      if (opened && !part) dialog.get().then((got) => (got ? setThere(true) : onClose?.()));
    }, [opened]);
    return part ? createElement(part, props) : null;
  };
};
