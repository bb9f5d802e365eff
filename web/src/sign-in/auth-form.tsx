import { Button, TextInput, type TextInputProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { Form, type FormProps } from '../components/form/form.tsx';
import { Entrance } from './auth-layout.tsx';

/** A form before the login: its fields, the button that sends them, and what else can be done below. */
export const EntranceForm = <V extends Record<string, unknown>>(
  props: FormProps<V> & { title: string; text: string; submit: string; below: ReactNode },
) => {
  const { title, text, submit, below, children, ...form } = props;
  return (
    <Entrance title={title} text={text}>
      <Form {...form}>
        {children}
        <Button type="submit" loading={form.save.isPending} mt="xs">
          {submit}
        </Button>
        {below}
      </Form>
    </Entrance>
  );
};

/** The user's e-mail address. */
export const AddressInput = (props: TextInputProps) => (
  <TextInput type="email" maxLength={255} autoComplete="username" required {...props} />
);
