import { Button, Group, type ModalProps, Stack } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
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
  const form = useRef<HTMLFormElement>(null);
  const [submits, setSubmits] = useState(0);
  const { error } = props;
  // A long form may have scrolled away from what is wrong in it, be that found here or by the service.
  // biome-ignore lint/correctness/useExhaustiveDependencies: they say when to look, not where
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid=true], [data-invalid=true]')?.focus();
  }, [submits, error]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    props.onSubmit(event);
    setSubmits(submits + 1);
  };
  return (
    <Dialog opened={props.opened} onClose={props.onClose} title={props.title} size={props.size ?? 'md'}>
      <form ref={form} onSubmit={submit} noValidate>
        <Stack>
          <FormErrors error={error} values={props.values} />
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
