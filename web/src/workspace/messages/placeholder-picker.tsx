/** A picker of the fields of a record, which puts a placeholder where a text is edited. */
import { useQuery } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { Select } from '../../components/select/select.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { placeholdersQuery, type TemplateSection } from './templates.ts';

export const PlaceholderPicker = (props: {
  section: TemplateSection;
  /** Where the text is edited. */
  field: RefObject<HTMLTextAreaElement | null>;
  text: string;
  onChange: (text: string) => void;
}) => {
  const { section, field, text, onChange } = props;
  const { t } = useTranslation('messages');
  const { data: placeholders = [] } = useQuery(placeholdersQuery(section));
  const insert = (name: string) => {
    const { selectionStart: from = 0, selectionEnd: to = 0 } = field.current ?? {};
    const tag = `{{ ${name} }}`;
    onChange(`${text.slice(0, from)}${tag}${text.slice(to)}`);
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(from + tag.length, from + tag.length);
    });
  };
  const groups = [...new Set(placeholders.map(({ group }) => group))].map((group) => ({
    group,
    items: placeholders
      .filter((one) => one.group === group)
      .map(({ name, label }) => ({ value: name, label: `${group}: ${label}` })),
  }));
  return (
    <Select
      label={t('insert')}
      placeholder={t('insertHint')}
      searchable
      data={groups}
      value={null}
      onChange={(name) => name && insert(name)}
    />
  );
};
