import { Button, Group, type ModalProps, Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from './dialog.tsx';
import { FormErrors } from './form-errors.tsx';

/** A form in a dialog: errors on top, cancel and submit below. */
export const FormModal = (props: {
  opened: boolean;
  onClose: () => void;
  title: string;
  submit: string;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  busy: boolean;
  error: unknown;
  /** The form's values, so that findings which they can show are not repeated on top. */
  values: unknown;
  size?: ModalProps['size'];
  children: ReactNode;
}) => {
  const { t } = useTranslation();
  return (
    <Dialog opened={props.opened} onClose={props.onClose} title={props.title} size={props.size ?? 'md'}>
      <form onSubmit={props.onSubmit} noValidate>
        <Stack>
          <FormErrors error={props.error} values={props.values} />
          {props.children}
          <Group justify="flex-end">
            <Button variant="default" onClick={props.onClose}>
              {t('cancel')}
            </Button>
            <Button type="submit" loading={props.busy}>
              {props.submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
};
