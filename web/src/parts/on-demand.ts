/** Parts in files of their own, which come later (./ahead.ts). */
import { type ComponentType, createElement, type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { ApiError } from '../api/client.ts';
import { loadsNewRelease } from '../shell/new-release.ts';
import { comesLater } from './ahead.ts';
import { notifyError } from './notify.ts';

/** A part that is loaded later. @returns the part as soon as it is there; it says itself that it did not come */
export const onDemand = <Props extends object>(load: () => Promise<ComponentType<Props>>) => {
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
  comesLater(get);
  return {
    now,
    /** The part in a component, which is drawn anew with it. */
    use: () => useSyncExternalStore(onceThere, now),
    get: () =>
      get().catch(async () => {
        if (!(await loadsNewRelease(window.location.href)))
          notifyError(new ApiError(0, { error: 'network', message: '' }));
      }),
  };
};

/** A dialog that is loaded when it is opened, at the latest. Where it does not come it is closed. */
export const laterDialog = <Props extends { readonly opened?: boolean; readonly onClose?: () => void }>(
  load: () => Promise<ComponentType<Props>>,
): ((props: Props) => ReactNode) => {
  const dialog = onDemand(load);
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
