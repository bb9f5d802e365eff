import { Modal, type ModalProps } from '@mantine/core';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';

/** What has the focus; for an entry of a menu the button that opened the menu, because the entry will be gone. */
const focused = (): HTMLElement | null => {
  const at = document.activeElement;
  const menu = at?.closest('[role=menu]')?.getAttribute('aria-labelledby');
  const opener = menu ? document.getElementById(menu) : at;
  return opener instanceof HTMLElement ? opener : null;
};

/** A modal dialog. However it ends, also by not being rendered any more, the keyboard goes on where it was opened. */
export const Dialog = (props: ModalProps) => {
  const { t } = useTranslation();
  const { opened } = props;
  // Looked at while rendering: the menu that led here is gone with the next effect.
  const opener = useMemo(() => (opened ? focused() : null), [opened]);
  useEffect(() => () => opener?.focus({ preventScroll: true }), [opener]);
  return <Modal closeButtonProps={{ 'aria-label': t('close') }} returnFocus={false} {...props} />;
};
