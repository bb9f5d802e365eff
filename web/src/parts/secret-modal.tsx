import { Alert, Button, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { CopyField } from './copy-field.tsx';
import { Dialog } from './dialog.ts';

/** A secret that is shown this once: only its own button closes the dialog. */
export const SecretModal = (props: {
  title: string;
  text: string;
  label: string;
  secret: string;
  done: string;
  onClose: () => void;
  children?: ReactNode;
}) => {
  const { title, text, label, secret, done, onClose, children } = props;
  return (
    <Dialog opened title={title} size="lg">
      <Stack>
        <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />}>
          {text}
        </Alert>
        <CopyField label={label} value={secret} />
        {children}
        <Button onClick={onClose}>{done}</Button>
      </Stack>
    </Dialog>
  );
};
