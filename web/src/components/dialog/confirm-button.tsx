import { Alert, Button, type ButtonProps, Group, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { notifyError } from '../../hooks/notify.ts';
import { isGone } from '../../hooks/use-save.ts';
import { errorText } from '../../i18n/error-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Dialog } from './dialog.ts';

export interface ConfirmProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly text: ReactNode;
  /** Label of the red button. */
  readonly confirm: string;
  /** Runs the action; an error stays in the dialog, unless its subject no longer exists. */
  readonly run: () => Promise<unknown>;
  readonly color?: string;
}

/** Asks before something that cannot be taken back. */
export const ConfirmModal = ({ opened, onClose, title, text, confirm, run, color = 'red' }: ConfirmProps) => {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const close = () => {
    setError(null);
    onClose();
  };
  const act = async () => {
    setBusy(true);
    setError(null);
    try {
      await run();
      close();
    } catch (cause) {
      if (!isGone(cause)) return setError(cause);
      // The row was removed as well, and may unmount the dialog.
      close();
      notifyError(cause);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog opened={opened} onClose={() => busy || close()} title={title} description={text} centered>
      <Stack>
        {error ? (
          <Alert color="red" role="alert">
            {errorText(error)}
          </Alert>
        ) : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={close} disabled={busy} data-autofocus>
            {t('cancel')}
          </Button>
          <Button color={color} onClick={act} loading={busy}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
};

/** A button whose act is asked for in a dialog first. */
export const ConfirmButton = (
  props: Omit<ConfirmProps, 'opened' | 'onClose'> & {
    children: ReactNode;
    button?: ButtonProps & { 'aria-label'?: string };
  },
) => {
  const [opened, setOpened] = useState(false);
  const { children, button, ...rest } = props;
  return (
    <>
      <Button variant="light" color="red" {...button} onClick={() => setOpened(true)}>
        {children}
      </Button>
      <ConfirmModal {...rest} opened={opened} onClose={() => setOpened(false)} />
    </>
  );
};
