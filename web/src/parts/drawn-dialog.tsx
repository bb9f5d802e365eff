import { Box, Modal, type ModalProps, ModalStackContext, Text } from '@mantine/core';
import { useId } from '@mantine/hooks';
import { type ReactNode, use, useEffect, useMemo, useRef } from 'react';
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

/** The keyboard goes on at the first of these places. @param closed the dialog that ends, where it still fades */
const focusAgain = (places: readonly Element[], closed: Element | null): void => {
  const at = document.activeElement;
  const open = [...document.querySelectorAll('[aria-modal=true]')].findLast((one) => !closed?.contains(one));
  const led = open && !places.some((place) => open.contains(place));
  // What follows a dialog, as a secret does the question before it, keeps the keyboard: behind it nobody finds the way back.
  if (led) return void (open.contains(at) || goOnAt([open]));
  // Another page has come, and has the keyboard.
  const elsewhere = at !== document.body && !at?.closest('[role=dialog]');
  if (elsewhere && !places[0]?.isConnected) return;
  const place = goOnAt([...places, ...onPage]);
  if (place?.closest('[role=dialog]')) setTimeout(() => place.focus({ preventScroll: true }), ON_TOP_MS);
};

/**
 * A dialog (./dialog.ts). However it ends, also by not being rendered any more, the keyboard goes on where it was opened.
 * @param description what stands first in it and is read out when it opens
 */
export const DrawnDialog = (given: Omit<ModalProps, 'onClose'> & { onClose?: () => void; description?: ReactNode }) => {
  const { onClose, description, children, ...props } = given;
  const { t } = useTranslation();
  const { opened } = props;
  const id = useId();
  const stack = use(ModalStackContext);
  const root = useRef<HTMLDivElement>(null);
  // Looked at while rendering: the menu that led here is gone with the next effect.
  const opener = useMemo(() => (opened ? openedAt() : null), [opened]);
  useEffect(() => () => (opener ? focusAgain(opener, root.current) : undefined), [opener]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: Mantine forgets dialogs that close, not those that are gone
  useEffect(() => () => stack?.removeModal(id), [id]);
  return (
    <Modal
      id={id}
      ref={root}
      onClose={onClose ?? (() => undefined)}
      withCloseButton={onClose !== undefined}
      closeButtonProps={{ 'aria-label': t('close') }}
      returnFocus={false}
      attributes={{
        // A `header` in a dialog would be a second banner of the page.
        header: { role: 'presentation' },
        // Mantine describes a dialog by all of its body: every label and hint of a form would be read out when it opens.
        body: { id: undefined },
      }}
      stackId={id}
      {...props}
    >
      <Box id={`${id}-body`} mb="md" hidden={!description}>
        {typeof description === 'string' ? (
          <Text size="sm" className="break-anywhere">
            {description}
          </Text>
        ) : (
          description
        )}
      </Box>
      {children}
    </Modal>
  );
};
