import { Box, Modal, type ModalProps, ModalStackContext, Text } from '@mantine/core';
import { useId } from '@mantine/hooks';
import { type FocusEvent, type KeyboardEvent, type ReactNode, use, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { goOnAt, lastFocused, placesOf } from './focus-guard.ts';

/**
 * The element on the page that opened the last dialog: a form that is followed by another dialog is unmounted with
 * its button.
 */
let onPage: readonly Element[] = [];

const openedAt = (): readonly Element[] => {
  const places = placesOf(lastFocused());
  if (places[0] && !places[0].closest('[role=dialog]')) onPage = places;
  return places;
};

/** After this time a dialog that is on top again has focused its first field. */
const ON_TOP_MS = 50;

/** Focuses the first of these elements. @param closed the dialog that ends, while it still fades */
const focusAgain = (places: readonly Element[], closed: Element | null): void => {
  const at = document.activeElement;
  const open = [...document.querySelectorAll('[aria-modal=true]')].findLast((one) => !closed?.contains(one));
  const led = open && !places.some((place) => open.contains(place));
  // A dialog that follows another, such as a secret after its question, keeps the focus: behind it no element is
  // reachable.
  if (led) return void (open.contains(at) || goOnAt([open]));
  // Another page is shown and has the focus.
  const elsewhere = at !== document.body && !at?.closest('[role=dialog]');
  if (elsewhere && !places[0]?.isConnected) return;
  const place = goOnAt([...places, ...onPage]);
  if (place?.closest('[role=dialog]')) setTimeout(() => place.focus({ preventScroll: true }), ON_TOP_MS);
};

/** The tab key selects the text of the next field, as on a page: Mantine moves the focus in a dialog by itself. */
const useSelectedByTab = () => {
  const isTab = useRef(false);
  return {
    onKeyDownCapture: ({ key }: KeyboardEvent) => {
      isTab.current = key === 'Tab';
    },
    onFocus: ({ target }: FocusEvent) => {
      if (isTab.current && target instanceof HTMLInputElement) target.select();
      isTab.current = false;
    },
  };
};

/**
 * A dialog (./dialog.ts). However it ends, also by unmounting, the focus returns to the element that opened it.
 * @param description first paragraph, announced when it opens
 */
export const DrawnDialog = (given: Omit<ModalProps, 'onClose'> & { onClose?: () => void; description?: ReactNode }) => {
  const { onClose, description, children, ...props } = given;
  const { t } = useTranslation();
  const { opened } = props;
  const id = useId();
  const stack = use(ModalStackContext);
  const root = useRef<HTMLDivElement>(null);
  const selected = useSelectedByTab();
  // Read while rendering: the menu that opened the dialog is unmounted with the next effect.
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
      {...selected}
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
