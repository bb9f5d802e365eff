/** A record that is chosen by typing some of its name. */
import type { ReactNode } from 'react';
import { ServerSelect } from '../../components/select/server-select.tsx';
import type { Field } from '../schema/schema.ts';
import { useRecordChoices } from './record-choices.ts';

interface Given {
  readonly field: Field;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: ReactNode;
  readonly required: boolean;
  /** The value that the record shares with the form. */
  readonly shared?: string;
}

/** A record of one kind. */
export const RecordSelect = ({ field, value, onChange, error, required, shared = '' }: Given) => {
  const choices = useRecordChoices(field, shared);
  return (
    <ServerSelect
      label={field.label}
      {...choices}
      value={value || null}
      onChange={(to) => onChange(to ?? '')}
      clearable={!required}
      required={required}
      error={error}
    />
  );
};
