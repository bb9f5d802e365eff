import { Button, Group, type ModalProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Dialog } from './dialog.tsx';
import { Form, type FormProps } from './form.tsx';

/** A form in a dialog: cancel and submit below. */
export const FormModal = <V extends Record<string, unknown>>(
  props: FormProps<V> & {
    opened: boolean;
    onClose: () => void;
    title: string;
    submit: string;
    size?: ModalProps['size'];
  },
) => {
  const { t } = useTranslation();
  const { form, save, opened, onClose, title, submit, size = 'md', children } = props;
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={title}
      size={size}
      // A click beside it takes no edits away; Escape and the buttons do what they say.
      closeOnClickOutside={!form.isDirty()}
    >
      <Form form={form} save={save}>
        {children}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {submit}
          </Button>
        </Group>
      </Form>
    </Dialog>
  );
};
