import { Modal, type ModalProps, ModalStackContext } from '@mantine/core';
import { useId } from '@mantine/hooks';
import { use, useEffect, useMemo } from 'react';
import { useTranslation } from '../i18n/use-translation.ts';

/** What has the focus; for an entry of a menu the button that opened the menu, because the entry will be gone. */
const focused = (): HTMLElement | null => {
  const at = document.activeElement;
  const menu = at?.closest('[role=menu]')?.getAttribute('aria-labelledby');
  const opener = menu ? document.getElementById(menu) : at;
  if (!(opener instanceof HTMLElement)) return null;
  if (!opener.closest('[role=dialog]')) onPage = opener;
  return opener;
};

/** What opened the last dialog that no other dialog led to: a form that is followed by another dialog is gone with its button. */
let onPage: HTMLElement | null = null;

/** After this time a dialog that is on top again has taken the keyboard to its first field. */
const ON_TOP_MS = 50;

const focusAgain = (from: HTMLElement | null): void => {
  const opener = from && !from.isConnected ? onPage : from;
  opener?.focus({ preventScroll: true });
  if (opener?.closest('[role=dialog]')) setTimeout(() => opener.focus({ preventScroll: true }), ON_TOP_MS);
};

/** A dialog (./dialog.ts). However it ends, also by not being rendered any more, the keyboard goes on where it was opened. */
export const DrawnDialog = ({ onClose, ...props }: Omit<ModalProps, 'onClose'> & { onClose?: () => void }) => {
  const { t } = useTranslation();
  const { opened } = props;
  const id = useId();
  const stack = use(ModalStackContext);
  // Looked at while rendering: the menu that led here is gone with the next effect.
  const opener = useMemo(() => (opened ? focused() : null), [opened]);
  useEffect(() => () => focusAgain(opener), [opener]);
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
