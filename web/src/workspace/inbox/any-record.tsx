/** A record of any kind that documents can belong to, chosen by typing. */
import type { Ref } from 'react';
import { ServerSelect } from '../../components/select/server-select.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useRecordSearch } from '../search/use-record-search.ts';

/** Kinds of records that a waiting document can be assigned to. */
const ASSIGNABLE = ['customers', 'contracts', 'damages', 'products', 'users'];

/** @param value `contracts/12` */
export const AnyRecord = (props: {
  value: string | null;
  onChange: (value: string | null, label: string) => void;
  error?: string | null;
  field: Ref<HTMLInputElement>;
}) => {
  const { t } = useTranslation('inbox');
  const search = useRecordSearch(({ path }) => ASSIGNABLE.includes(path));
  const { value, onChange, error, field } = props;
  return (
    <ServerSelect
      ref={field}
      aria-label={t('other')}
      placeholder={t('searchRecord')}
      {...search}
      value={value}
      onChange={(to, option) => onChange(to, option?.label ?? '')}
      data-page-undo
      error={error}
      openOnFocus={false}
      clearable
    />
  );
};
