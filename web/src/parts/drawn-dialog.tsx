import { Modal, type ModalProps, ModalStackContext } from '@mantine/core';
import { useId } from '@mantine/hooks';
import { use, useEffect, useMemo } from 'react';
import { useTranslation } from '../i18n/use-translation.ts';
import { goOnAt, lastFocused, placesOf } from '../shell/keep-focus.ts';

/** Where the last dialog was opened that no other dialog led to: a form that is followed by another dialog is gone with its button. */
let onPage: readonly Element[] = [];

/** Where a dialog is opened. */
const openedAt = (): readonly Element[] => {
  const places = placesOf(lastFocused());
  if (places[0] && !places[0].closest('[role=dialog]')) onPage = places;
  return places;
};

/** After this time a dialog that is on top again has taken the keyboard to its first field. */
const ON_TOP_MS = 50;

const focusAgain = (places: readonly Element[]): void => {
  // Another page has come, and has the keyboard.
  const elsewhere = document.activeElement !== document.body && !document.activeElement?.closest('[role=dialog]');
  if (elsewhere && !places[0]?.isConnected) return;
  const place = goOnAt([...places, ...onPage]);
  if (place?.closest('[role=dialog]')) setTimeout(() => place.focus({ preventScroll: true }), ON_TOP_MS);
};

/** A dialog (./dialog.ts). However it ends, also by not being rendered any more, the keyboard goes on where it was opened. */
export const DrawnDialog = ({ onClose, ...props }: Omit<ModalProps, 'onClose'> & { onClose?: () => void }) => {
  const { t } = useTranslation();
  const { opened } = props;
  const id = useId();
  const stack = use(ModalStackContext);
  // Looked at while rendering: the menu that led here is gone with the next effect.
  const opener = useMemo(() => (opened ? openedAt() : null), [opened]);
  useEffect(() => () => (opener ? focusAgain(opener) : undefined), [opener]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: Mantine forgets dialogs that close, not those that are gone
  useEffect(() => () => stack?.removeModal(id), [id]);
  return (
    <Modal
      onClose={onClose ?? (() => undefined)}
      withCloseButton={onClose !== undefined}
      closeButtonProps={{ 'aria-label': t('close') }}
      returnFocus={false}
      // A `header` in a dialog would be a second banner of the page.
      attributes={{ header: { role: 'presentation' } }}
      stackId={id}
      {...props}
    />
  );
};
